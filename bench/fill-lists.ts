import type { Database, Executor } from '#server/db/database.ts'
import type { NewChannel, NewToken, NewUser } from '#server/db/schema.ts'
import type { Vault } from '#server/lib/vault.ts'
import { channelRow, tokenRow, userRow } from '#testing/rows.ts'

export const population = { users: 100_000, tokens: 200_000, tokensOfOne: 20_000, channels: 5000 } as const

/** Whoever has tokens beyond measure. */
export const collectorId = 2

const rowsAtOnce = 1000

const names = ['anna', 'boris', 'chen', 'dora', 'emil', 'farid', 'greta', 'hugo', 'ines', 'jun', 'kira', 'liu', 'mona']
const words = ['north', 'river', 'lamp', 'stone', 'cloud', 'maple', 'harbour', 'field', 'copper', 'winter', 'orchard']
const families = ['gpt', 'claude', 'gemini', 'qwen', 'deepseek', 'llama', 'mistral', 'glm']
const groups = ['default', 'default', 'default', 'default', 'default', 'default', 'default', 'vip', 'vip', 'svip']

const pick = <Item>(items: readonly Item[], number: number): Item => {
  const item = items[number % items.length]
  if (item === undefined) throw new Error('there is nothing to pick from')
  return item
}

/** Fills a database that holds the super admin alone. The books of those who come are empty, and so in order. */
export const fillLists = async (database: Database, vault: Vault): Promise<void> => {
  const { query } = database
  for await (const rows of inPortions(2, population.users, madeUpUser)) await addUsers(query, rows)
  for await (const rows of inPortions(1, population.tokens, (number) => madeUpToken(number, vault))) {
    await addTokens(query, rows)
  }
  for await (const rows of inPortions(1, population.channels, madeUpChannel)) await addChannels(query, rows)
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

const madeUpChannel = (number: number): NewChannel =>
  channelRow({
    name: `${pick(words, number)} channel ${number}`,
    models: Array.from(
      { length: 20 },
      (_, index) => `${pick(families, number + index)}-${(number * 7 + index) % 60}`,
    ).join(','),
    group: number % 5 === 0 ? 'default,vip' : 'default',
    tag: number % 4 === 0 ? '' : `tag ${number % 100}`,
    base_url: `https://upstream-${number}.example`,
    priority: number % 10,
    weight: number % 7,
  })

async function* inPortions<Row>(first: number, last: number, make: (number: number) => Row): AsyncGenerator<Row[]> {
  for (let start = first; start <= last; start += rowsAtOnce) {
    const count = Math.min(rowsAtOnce, last - start + 1)
    yield Array.from({ length: count }, (_, index) => make(start + index))
  }
}

const addUsers = (executor: Executor, rows: NewUser[]) => executor.insertInto('users').values(rows).execute()
const addTokens = (executor: Executor, rows: NewToken[]) => executor.insertInto('tokens').values(rows).execute()
const addChannels = (executor: Executor, rows: NewChannel[]) => executor.insertInto('channels').values(rows).execute()
