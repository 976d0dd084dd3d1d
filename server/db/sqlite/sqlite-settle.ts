import type { DatabaseSync } from 'node:sqlite'
import { inSql, settledColumns } from '../dimension-columns.ts'
import { idRange } from '../log-time.ts'
import type { KnownCharges } from '../settling/settlement.ts'
import { addToSums, emptySums, type HourSums, type Sums } from './settlement-sums.ts'
import { type ArrivedSettlement, arrivedSettlements, type SettlementValues } from './settlement-values.ts'

type Statements = ReturnType<typeof prepareStatements>

/**
 * Commits settlements in one transaction, each only when neither a log row nor a charge has its request id. Answers the
 * ids of the others.
 */
export const createSqliteSettle = (database: DatabaseSync): ((values: SettlementValues) => KnownCharges) => {
  const statements = prepareStatements(database)
  return (values) => {
    const settlements = arrivedSettlements(values)
    statements.begin.run()
    try {
      const { sums, known } = insert(statements, settlements)
      apply(statements, sums)
      statements.commit.run()
      return known
    } catch (error) {
      if (database.isTransaction) statements.rollback.run()
      throw error
    }
  }
}

/** Answers what the new ones add up to, and which are not new. */
const insert = (
  statements: Statements,
  settlements: readonly ArrivedSettlement[],
): { sums: Sums; known: KnownCharges } => {
  const sums = emptySums()
  const known: string[] = []
  const alone = isOfOneKind(statements, settlements)
  let second = -1
  let nextId = 0
  for (const settlement of settlements) {
    if (!alone && isInOtherTable(statements, settlement)) {
      known.push(settlement.requestId)
      continue
    }
    if (settlement.logged && settlement.createdAt !== second) {
      second = settlement.createdAt
      nextId = firstFreeId(statements, second)
    }
    const { changes } = settlement.logged
      ? insertLog(statements, settlement, nextId)
      : insertCharge(statements, settlement)
    if (changes !== 1) {
      known.push(settlement.requestId)
      continue
    }
    nextId += settlement.logged
    addToSums(sums, settlement)
  }
  return { sums, known }
}

/**
 * Whether all of them go into one table and the other has no request id in between theirs. Nearly every batch is like
 * this, and need not ask for each of its request ids. These are of our own making: both orders of ASCII are the same.
 */
const isOfOneKind = (statements: Statements, settlements: readonly ArrivedSettlement[]): boolean => {
  const [first] = settlements
  if (first === undefined) return true
  let lowest = first.requestId
  let highest = first.requestId
  for (const { requestId, logged } of settlements) {
    if (logged !== first.logged) return false
    if (requestId < lowest) lowest = requestId
    if (requestId > highest) highest = requestId
  }
  const { chargesBetween, logsBetween } = statements
  return (first.logged ? chargesBetween : logsBetween).get(lowest, highest) === undefined
}

const isInOtherTable = ({ chargesBetween, logsBetween }: Statements, { requestId, logged }: ArrivedSettlement) =>
  (logged ? chargesBetween : logsBetween).get(requestId, requestId) !== undefined

const firstFreeId = ({ lastIdBetween }: Statements, second: number): number => {
  const [first, last] = idRange(second, second)
  const id = lastIdBetween.get(first, last)?.id
  return typeof id === 'number' ? id + 1 : first
}

const insertLog = ({ insertLog }: Statements, settlement: ArrivedSettlement, id: number) =>
  insertLog.run(
    id,
    settlement.requestId,
    settlement.createdAt,
    settlement.quota,
    settlement.promptTokens,
    settlement.completionTokens,
    settlement.useTime,
    settlement.isStream,
    settlement.counted,
    settlement.content,
    settlement.other,
    ...settlement.key,
  )

const insertCharge = ({ insertCharge }: Statements, settlement: ArrivedSettlement) =>
  insertCharge.run(
    settlement.requestId,
    settlement.createdAt,
    settlement.userId,
    settlement.tokenId,
    settlement.channelId,
    settlement.quota,
    settlement.counted,
  )

const apply = (statements: Statements, { users, tokens, channels, hours, latencies }: Sums): void => {
  for (const [id, { quota, counted }] of users) statements.updateUser.run(quota, quota, counted, id)
  for (const [id, { quota, accessedAt }] of tokens) statements.updateToken.run(quota, quota, accessedAt, quota, id)
  for (const [id, { quota }] of channels) statements.updateChannel.run(quota, id)
  let opened = -1
  for (const ofUser of hours.values()) {
    for (const hour of ofUser) {
      if (hour.hour !== opened) statements.openHour.run(hour.hour)
      opened = hour.hour
      if (changeHour(statements.updateHour, hour).changes === 0) changeHour(statements.insertHour, hour)
    }
  }
  for (const ofChannel of latencies.values()) {
    for (const { hour, channel, model, bucket, count } of ofChannel) {
      statements.countLatency.run(hour, channel, model, bucket, count)
    }
  }
}

const changeHour = (statement: Statements['updateHour'], hour: HourSums) =>
  statement.run(
    hour.count,
    hour.logged,
    hour.quota,
    hour.promptTokens,
    hour.completionTokens,
    hour.parts,
    hour.hour,
    ...hour.key,
  )

const keyValues = settledColumns.map(() => '?').join(', ')

/** Plain rows of values: a row that is selected makes SQLite copy each page it touches, in case it must undo half a statement. */
const prepareStatements = (database: DatabaseSync) => ({
  begin: database.prepare('begin immediate'),
  commit: database.prepare('commit'),
  rollback: database.prepare('rollback'),
  lastIdBetween: database.prepare('select max(id) as id from logs where id between ? and ?'),
  chargesBetween: database.prepare('select 1 from charges where request_id between ? and ? limit 1'),
  logsBetween: database.prepare('select 1 from logs where request_id between ? and ? limit 1'),
  insertLog: database.prepare(
    `insert into logs (id, request_id, created_at, quota, prompt_tokens, completion_tokens, use_time, is_stream, counted,
       content, other, ${inSql(settledColumns)}, type)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${keyValues}, 2)
     on conflict (request_id) do nothing`,
  ),
  insertCharge: database.prepare(
    `insert into charges (request_id, created_at, user_id, token_id, channel_id, quota, counted)
     values (?, ?, ?, ?, ?, ?, ?)
     on conflict (request_id) do nothing`,
  ),
  updateUser: database.prepare(
    'update users set quota = quota - ?, used_quota = used_quota + ?, request_count = request_count + ? where id = ?',
  ),
  updateToken: database.prepare(
    `update tokens set remain_quota = remain_quota - ?, used_quota = used_quota + ?,
       accessed_time = max(accessed_time, ?),
       status = case when status = 1 and unlimited_quota = 0 and remain_quota - ? <= 0 then 4 else status end
     where id = ?`,
  ),
  updateChannel: database.prepare('update channels set used_quota = used_quota + ? where id = ?'),
  openHour: database.prepare('insert into open_hours (hour) values (?) on conflict (hour) do nothing'),
  updateHour: database.prepare(
    `update usage_hours set count = count + ?, logged = logged + ?, quota = quota + ?,
       prompt_tokens = prompt_tokens + ?, completion_tokens = completion_tokens + ?, parts = parts | ?
     where hour = ? and type = 2 and ${settledColumns.map((column) => `"${column}" = ?`).join(' and ')}`,
  ),
  insertHour: database.prepare(
    `insert into usage_hours (count, logged, quota, prompt_tokens, completion_tokens, parts,
       hour, ${inSql(settledColumns)}, type)
     values (?, ?, ?, ?, ?, ?, ?, ${keyValues}, 2)`,
  ),
  countLatency: database.prepare(
    `insert into latency_hours (hour, channel, model_name, bucket, count) values (?, ?, ?, ?, ?)
     on conflict (hour, channel, model_name, bucket) do update set count = count + excluded.count`,
  ),
})
