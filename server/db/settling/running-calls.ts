import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../database.ts'
import { isPostgres, oneOf } from '../engine-sql.ts'
import type { Settlement } from './settlement.ts'
import { readStoredSettlement } from './stored-settlement.ts'

/** A process, and how often it has said what it runs. */
export type RunningHolder = { holder: string; beat: number }

/** What a process runs, and what each call has come to, in one statement. */
export const keepRunningCalls = async (
  executor: Executor,
  { holder, beat }: RunningHolder,
  settlements: readonly Settlement[],
): Promise<void> => {
  if (settlements.length === 0) return
  await sql`insert into running_calls (request_id, holder, beat, settlement)
    select listed.request_id, ${holder}, cast(${beat} as bigint), listed.settlement from ${listed(executor, settlements)}
    where true
    on conflict (request_id) do update set
      holder = excluded.holder, beat = excluded.beat, settlement = excluded.settlement`.execute(executor)
}

/** They go to the engine as one: thousands of parameters would cost the event loop more than the statement. */
const listed = (executor: Executor, settlements: readonly Settlement[]): RawBuilder<unknown> => {
  const texts = settlements.map((settlement) => JSON.stringify(settlement))
  if (!isPostgres(executor)) {
    return sql`(select value ->> 'requestId' as request_id, value as settlement
      from json_each(${`[${texts.join(',')}]`})) as listed`
  }
  const ids = settlements.map(({ requestId }) => requestId)
  return sql`unnest(cast(${ids} as text[]), cast(${texts} as text[])) as listed (request_id, settlement)`
}

export const deleteRunningCalls = async (
  executor: Executor,
  holder: string,
  requestIds: readonly string[],
): Promise<void> => {
  if (requestIds.length === 0) return
  await executor
    .deleteFrom('running_calls')
    .where('holder', '=', holder)
    .where(oneOf(executor, 'request_id', requestIds))
    .execute()
}

/** The processes that have calls under way, or had when they ended. */
export const listRunningHolders = (executor: Executor): Promise<RunningHolder[]> =>
  executor
    .selectFrom('running_calls')
    .select((eb) => ['holder', eb.fn.max('beat').as('beat')])
    .groupBy('holder')
    .execute()

export type RunningCallRow = { requestId: string; settlement: Settlement | undefined }

/** Some of a process's calls, in the order of their request ids; one without a settlement cannot be read. */
export const listRunningCalls = async (
  executor: Executor,
  { holder, after, limit }: { holder: string; after: string; limit: number },
): Promise<RunningCallRow[]> => {
  const rows = await executor
    .selectFrom('running_calls')
    .select(['request_id', 'settlement'])
    .where('holder', '=', holder)
    .where('request_id', '>', after)
    .orderBy('request_id')
    .limit(limit)
    .execute()
  return rows.map(({ request_id, settlement }) => ({ requestId: request_id, settlement: parse(settlement) }))
}

const parse = (text: string): Settlement | undefined => {
  try {
    return readStoredSettlement(JSON.parse(text))
  } catch {
    return undefined
  }
}
