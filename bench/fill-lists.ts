import type { Insertable } from 'kysely'
import type { Database, OpenTransaction } from '#server/db/database.ts'
import type { AuditTable, NewChannel, NewRedemption, NewTask, NewToken, NewUser } from '#server/db/schema.ts'
import { keyIdOf, writeKeyStates } from '#server/domain/channels/channel-key-states.ts'
import type { Vault } from '#server/lib/vault.ts'
import { channelRow, taskRow, tokenRow, userRow } from '#testing/rows.ts'
import { plainModel } from './requests.ts'

export const population = {
  users: 100_000,
  tokens: 200_000,
  tokensOfOne: 20_000,
  channels: 5000,
  redemptions: 100_000,
  acts: 100_000,
  drawings: 100_000,
  songs: 100_000,
} as const

/** Whoever has tokens beyond measure. */
export const collectorId = 2

const rowsAtOnce = 500

const names = ['anna', 'boris', 'chen', 'dora', 'emil', 'farid', 'greta', 'hugo', 'ines', 'jun', 'kira', 'liu', 'mona']
const words = ['north', 'river', 'lamp', 'stone', 'cloud', 'maple', 'harbour', 'field', 'copper', 'winter', 'orchard']
const families = ['gpt', 'claude', 'gemini', 'qwen', 'deepseek', 'llama', 'mistral', 'glm']
const groups = ['default', 'default', 'default', 'default', 'default', 'default', 'default', 'vip', 'vip', 'svip']

const pick = <Item>(items: readonly Item[], number: number): Item => {
  const item = items[number % items.length]
  if (item === undefined) throw new Error('there is nothing to pick from')
  return item
}

type Means = { vault: Vault; upstream: string }

/**
 * Fills a database that holds the super admin alone. The books of those who come are empty, and so in order. Every
 * channel leads to a path of its own at the upstream.
 */
export const fillLists = async (database: Database, { vault, upstream }: Means): Promise<void> => {
  await inPortions(database, 2, population.users, async (transaction, numbers) => {
    await transaction.insertInto('users').values(numbers.map(madeUpUser)).execute()
  })
  await inPortions(database, 1, population.tokens, async (transaction, numbers) => {
    const rows = numbers.map((number) => madeUpToken(number, vault))
    await transaction.insertInto('tokens').values(rows).execute()
  })
  await inPortions(database, 1, population.channels, async (transaction, numbers) => {
    const rows = numbers.map((number) => madeUpChannel(number, { vault, upstream }))
    await transaction.insertInto('channels').values(rows).execute()
  })
  await inPortions(database, 1, population.redemptions, async (transaction, numbers) => {
    await transaction.insertInto('redemptions').values(numbers.map(madeUpRedemption)).execute()
  })
  await inPortions(database, 1, population.acts, async (transaction, numbers) => {
    await transaction.insertInto('audit').values(numbers.map(madeUpAct)).execute()
  })
  await inPortions(database, 1, population.drawings, async (transaction, numbers) => {
    await transaction.insertInto('tasks').values(numbers.map(madeUpDrawing)).execute()
  })
  await inPortions(database, 1, population.songs, async (transaction, numbers) => {
    await transaction.insertInto('tasks').values(numbers.map(madeUpSong)).execute()
  })
}

export const userNameOf = (id: number): string => `${pick(names, id)}${id}`

const madeUpUser = (id: number): NewUser & { id: number } => ({
  ...userRow(),
  id,
  username: userNameOf(id),
  display_name: `${pick(names, id)} of the ${pick(words, Math.floor(id / 13))}`,
  email: id % 3 === 0 ? '' : `${pick(names, id)}.${id}@${pick(words, Math.floor(id / 7))}.example`,
  password_hash: `scrypt$14$8$5$${'x'.repeat(22)}$${'y'.repeat(43)}`,
  group: pick(groups, id),
  aff_code: id.toString(36).padStart(6, '0'),
  status: id % 50 === 0 ? 2 : 1,
  deleted_at: id % 97 === 0 ? 1_700_000_000 : null,
})

const madeUpToken = (number: number, vault: Vault): NewToken => {
  const key = number.toString(36).padStart(48, 'K')
  return tokenRow({
    user_id:
      number % (population.tokens / population.tokensOfOne) === 0 ? collectorId : (number % population.users) + 1,
    name: `${pick(words, number)} key ${number}`,
    key_hash: vault.fingerprint(key),
    key_sealed: vault.seal(key),
    unlimited_quota: 1,
  })
}

/** Every tenth is switched off, and every twentieth has many keys, of which some are left out. */
const madeUpChannel = (number: number, { vault, upstream }: Means): NewChannel & { id: number } => {
  const keys = Array.from({ length: number % 20 === 0 ? 50 : 1 }, (_, place) => `sk-channel-${number}-${place}`)
  const stopped = keys.slice(0, number % 40 === 0 ? 5 : 0).map((key) => keyIdOf(vault, key))
  const state = { reason: 'The key was refused', time: made }
  return {
    ...channelRow(),
    id: number,
    type: pick(types, number),
    name: `${pick(words, number)} channel ${number}`,
    key_sealed: vault.seal(keys.join('\n')),
    key_hash: vault.fingerprint(keys.join('\n')),
    key_states: writeKeyStates(new Map(stopped.map((name) => [name, state]))),
    models: [plainModel, ...modelsOf(number)].join(','),
    group: number % 5 === 0 ? 'default,vip' : 'default',
    tag: number % 20 === 0 ? '' : `tag ${number % 100}`,
    base_url: upstream + pathOf(number),
    status: number % 10 === 3 ? pick([2, 3], number) : 1,
    priority: number % 10,
    weight: number % 7,
    response_time: (number * 37) % 3000,
    created_time: made,
  }
}

/** When acts, drawings and tasks were. */
export const timeOfRecord = (number: number): number => made + number * 60

/** Those that are spoken to in the dialect of the bench's upstream. */
const types = [1, 20, 40, 43]

/** Where at the upstream a channel's calls arrive. */
export const pathOf = (channel: number): string => `/channel-${channel}`

const modelsPerChannel = 40
const modelsOf = (number: number): string[] =>
  Array.from(
    { length: modelsPerChannel },
    (_, place) => `${pick(families, number + place)}-${(number * 7 + place) % 60}`,
  )

const madeUpRedemption = (number: number): NewRedemption => ({
  name: `${pick(words, number)} code ${number % 1000}`,
  key: number.toString(36).padStart(32, 'R'),
  status: pick([1, 1, 2, 3], number),
  quota: 500_000,
  is_gift: 0,
  max_uses: 1,
  used_count: 0,
  used_user_id: 0,
  creator_id: 1,
  valid_from: 0,
  valid_until: 0,
  created_time: made,
  redeemed_time: 0,
  deleted_at: number % 97 === 0 ? made : null,
})

const madeUpAct = (number: number): Insertable<AuditTable> => ({
  created_at: timeOfRecord(number),
  actor_id: (number % 10) + 1,
  actor_name: userNameOf((number % 10) + 1),
  action: pick(['user.change', 'channel.change', 'option.change', 'user.disable', 'channel.create'], number),
  target: `user:${number % population.users}`,
  before: '{"status":1}',
  after: '{"status":2}',
  address: '127.0.0.1',
})

const madeUpDrawing = (number: number): NewTask =>
  taskRow({
    ...madeUpTask(number),
    task_id: `drawing-${number}`,
    prompt: `a ${pick(words, number)} by a ${pick(words, number + 3)}`,
  })

const madeUpSong = (number: number): NewTask =>
  taskRow({
    ...madeUpTask(number),
    platform: 'suno',
    task_id: `song-${number}`,
    action: pick(['MUSIC', 'LYRICS'], number),
    data: JSON.stringify({ data: [{ title: `${pick(words, number)} song`, parts: ['verse', 'chorus'] }] }),
  })

const madeUpTask = (number: number): Partial<NewTask> => ({
  user_id: number % 2 === 0 ? collectorId : (number % population.users) + 1,
  channel_id: (number % 20) + 1,
  status: pick(['SUCCESS', 'SUCCESS', 'FAILURE', 'IN_PROGRESS'], number),
  submit_time: timeOfRecord(number) * 1000,
})

/** When the first of everything was. */
const made = 1_700_000_000

const inPortions = async (
  database: Database,
  first: number,
  last: number,
  add: (transaction: OpenTransaction, numbers: number[]) => Promise<void>,
): Promise<void> => {
  for (let start = first; start <= last; start += rowsAtOnce) {
    const count = Math.min(rowsAtOnce, last - start + 1)
    const numbers = Array.from({ length: count }, (_, place) => start + place)
    await database.transaction((transaction) => add(transaction, numbers))
  }
}
