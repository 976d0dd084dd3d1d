import { join } from 'node:path'
import type { Insertable } from 'kysely'
import type { Database, OpenTransaction } from '#server/db/database.ts'
import { openDatabase, sqliteFile } from '#server/db/open.ts'
import type { AuditTable, NewChannel, NewRedemption, NewTask, NewToken, NewUser } from '#server/db/schema.ts'
import type { Settlement } from '#server/db/settling/settlement.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLog } from '#server/lib/log.ts'
import { openVault, type Vault } from '#server/lib/vault.ts'
import { channelRow, settlement, taskRow, tokenRow, userRow } from './rows.ts'

/** The database of a server, as another node would have it open. */
export const openServersDatabase = (dataFolder: string): Promise<Database> =>
  openDatabase({
    ...{ url: undefined, file: sqliteFile(dataFolder) },
    ...{ clock: systemClock, log: createLog({ level: 'warn' }) },
  })

/**
 * Fills every list of a server that does not run and has its operator alone, so that each has `count` rows. Whatever a
 * list can be ordered by differs from row to row; what it can be narrowed by fits a third of them.
 */
export const fillEveryList = async (dataFolder: string, count: number): Promise<void> => {
  const database = await openServersDatabase(dataFolder)
  const vault = await openVault({ file: join(dataFolder, 'secret') })
  const now = Math.floor(Date.now() / 1000)
  const { acts } = await database.query
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('acts'))
    .executeTakeFirstOrThrow()
  const numbers = Array.from({ length: count }, (_, place) => place + 1)
  await inPortions(database, numbers.slice(1), (transaction, some) =>
    transaction.insertInto('users').values(some.map(madeUpUser)).execute(),
  )
  await inPortions(database, numbers, (transaction, some) => addNamed(transaction, some, vault))
  await inPortions(database, numbers.slice(Number(acts)), (transaction, some) =>
    transaction.insertInto('audit').values(some.map(madeUpAct)).execute(),
  )
  for (const work of [drawing, song, video, batch]) {
    await inPortions(database, numbers, (transaction, some) =>
      transaction
        .insertInto('tasks')
        .values(some.map((number) => work(number, now)))
        .execute(),
    )
  }
  await database.settle(numbers.map((number) => madeUpCall(number, now)))
  await database.close()
}

const addNamed = async (transaction: OpenTransaction, numbers: readonly number[], vault: Vault): Promise<void> => {
  const tokens = numbers.map((number) => madeUpToken(number, vault))
  const channels = numbers.map((number) => madeUpChannel(number, vault))
  await transaction.insertInto('tokens').values(tokens).execute()
  await transaction.insertInto('channels').values(channels).execute()
  const codes = numbers.map(madeUpRedemption)
  await transaction.insertInto('redemptions').values(codes).execute()
  // Each was made by itself, and has the id of its number.
  const batches = codes.map(({ batch_id: id = 0, name, creator_id, created_time }) => ({
    id,
    name,
    creator_id,
    created_time,
  }))
  await transaction.insertInto('redemption_batches').values(batches).execute()
}

const rowsAtOnce = 500

const inPortions = async (
  database: Database,
  numbers: readonly number[],
  add: (transaction: OpenTransaction, numbers: readonly number[]) => Promise<unknown>,
): Promise<void> => {
  for (let first = 0; first < numbers.length; first += rowsAtOnce) {
    const some = numbers.slice(first, first + rowsAtOnce)
    await database.transaction((transaction) => add(transaction, some))
  }
}

const words = ['north', 'river', 'stone'] as const
const makers = ['gpt', 'claude', 'gemini'] as const
const acts = ['user.change', 'channel.change', 'option.change'] as const
const third = <Item>(items: readonly [Item, Item, Item], number: number): Item => {
  const [first, second, last] = items
  return number % 3 === 1 ? first : number % 3 === 2 ? second : last
}
const nameOf = (number: number): string => `${third(words, number)} ${number}`

/** When the first of everything was. */
const made = 1_700_000_000
/** Long after the test. */
const distant = 4_000_000_000

const madeUpUser = (number: number): NewUser =>
  userRow({
    username: `${third(words, number)}${number}`,
    group: number % 3 === 2 ? 'vip' : 'default',
    quota: number * 500_000,
    used_quota: number * 70_000,
    request_count: 10_000 + number,
    last_login_at: made + number,
  })

const madeUpToken = (number: number, vault: Vault): NewToken => {
  const key = number.toString(36).padStart(48, 'K')
  return tokenRow({
    name: nameOf(number),
    key_hash: vault.fingerprint(key),
    key_sealed: vault.seal(key),
    status: number % 3 === 0 ? 2 : 1,
    remain_quota: number * 500_000,
    created_time: made + number,
    accessed_time: made + number * 100_000,
    expired_time: distant + number * 100_000,
  })
}

/** Each serves a model of its own, so that there are as many models. */
const madeUpChannel = (number: number, vault: Vault): NewChannel => {
  const key = `sk-channel-${number}`
  return {
    ...channelRow(),
    type: 1,
    name: nameOf(number),
    key_sealed: vault.seal(key),
    key_hash: vault.fingerprint(key),
    models: `${third(makers, number)}-${third(words, number)}-${number}`,
    group: number % 3 === 2 ? 'default,vip' : 'default',
    base_url: 'http://127.0.0.1:9',
    priority: number,
    weight: number,
    response_time: number * 10,
    test_time: made,
    used_quota: number * 500_000,
    created_time: made,
  }
}

const madeUpRedemption = (number: number): NewRedemption => ({
  batch_id: number,
  name: nameOf(number),
  key: number.toString(36).padStart(32, 'R'),
  status: 1,
  quota: number * 500_000,
  is_gift: 0,
  max_uses: 10_000,
  used_count: number,
  used_user_id: 0,
  creator_id: 1,
  valid_from: 0,
  valid_until: distant + number,
  created_time: made + number * 100_000,
  redeemed_time: made + number,
  deleted_at: null,
})

const madeUpAct = (number: number): Insertable<AuditTable> => ({
  created_at: made + number,
  actor_id: 1,
  actor_name: third(words, number),
  action: third(acts, number),
  target: `user:${number}`,
  before: '{"status":1}',
  after: '{"status":2}',
  address: '127.0.0.1',
})

/** A quarter of an hour ago and more: what is counted of the last minute stays as it is. */
const secondOf = (number: number, now: number): number => now - 900 - number

const madeUpCall = (number: number, now: number): Settlement =>
  settlement({
    ...{ requestId: `call-${number}`, createdAt: secondOf(number, now), username: 'root', tokenId: 0 },
    ...{ modelName: `${third(words, number)}-model`, channelId: 1 + (number % 3) },
  })

/** Work that is over. */
export const finishedWork = (id: string, second: number, fields: Partial<NewTask> = {}): NewTask =>
  taskRow({
    ...{ task_id: id, status: 'SUCCESS', progress: '100%' },
    ...{ submit_time: second * 1000, start_time: second * 1000, finish_time: (second + 5) * 1000, created_at: second },
    ...fields,
  })

/** What makes a task one of that list. */
export const workOf = {
  drawing: { platform: 'mj', action: 'IMAGINE' },
  song: { platform: 'suno', action: 'MUSIC', code: 0 },
  video: {
    ...{ platform: 'openai-videos', action: 'VIDEO', code: 0 },
    asked: JSON.stringify({ model: 'sora-2', seconds: 4, size: '1280x720' }),
  },
  batch: {
    ...{ platform: 'openai-batch', action: '/v1/chat/completions', code: 0 },
    asked: JSON.stringify({ model: 'gpt-4o-mini', lines: 2, username: 'root', tokenName: 'token' }),
  },
} as const satisfies Record<string, Partial<NewTask>>

const madeUpWork =
  (kind: keyof typeof workOf) =>
  (number: number, now: number): NewTask =>
    finishedWork(`${kind}-${number}`, secondOf(number, now), { ...workOf[kind], channel_id: 1 + (number % 3) })

const [drawing, song, video, batch] = [
  madeUpWork('drawing'),
  madeUpWork('song'),
  madeUpWork('video'),
  madeUpWork('batch'),
]
