import { channelOf, modelName, population, requestIdOf, tokenName, userName } from './made-up-calls.ts'

/** What an administrator asks for while he looks at the log; `number` makes each a little different from the last. */
export type LogCall = { name: string; path: (number: number) => string }

type Query = Record<string, string | number>

const day = 86_400
const pageSize = 100

const model = (number: number) => modelName(number % population.models)
const channel = (number: number) => channelOf(number % population.models, number)

/** By what had few, some or many rows. */
const filters = (until: number): Record<string, (number: number) => Query> => {
  const fiveDays = (number: number): Query => {
    const end = until - ((number * 7) % 80) * day - 1234
    return { start_timestamp: end - 5 * day, end_timestamp: end }
  }
  return {
    'all rows': () => ({}),
    calls: () => ({ type: 2 }),
    'check-ins': () => ({ type: 5 }),
    'the busiest user': () => ({ username: userName(1) }),
    'any user': (number) => ({ username: userName(1 + ((number * 37) % population.users)) }),
    'the busiest user, a model': (number) => ({ username: userName(1), model_name: model(number) }),
    'a user, a model, a channel': (number) => ({
      username: userName(1 + (number % 50)),
      model_name: model(number),
      channel: channel(number),
    }),
    'a token': (number) => ({ token_name: tokenName(2 + number * 5, number % 3) }),
    'a token name of 200 users': () => ({ token_name: tokenName(5, 0) }),
    'such a name, a model': (number) => ({ token_name: tokenName(5, 0), model_name: model(number) }),
    'the most used model': () => ({ model_name: model(0) }),
    'any model': (number) => ({ model_name: model(number) }),
    'a channel': (number) => ({ channel: channel(number) }),
    'a group': (number) => ({ group: ['default', 'vip', 'team'][number % 3] ?? '' }),
    'a model, a channel': (number) => ({ model_name: model(number), channel: channel(number) }),
    'a model, a channel, a group': (number) => ({
      model_name: model(number),
      channel: channel(number),
      group: 'team',
    }),
    'a call': (number) => ({ request_id: requestIdOf(number * 997) }),
    'five days': fiveDays,
    'five days, a model': (number) => ({ ...fiveDays(number), model_name: model(number) }),
    'five days, a user': (number) => ({ ...fiveDays(number), username: userName(1 + (number % 100)) }),
    'what nobody has': () => ({ model_name: 'nobody' }),
    'signs that elsewhere stand for anything': (number) => ({
      [['username', 'token_name', 'model_name', 'group'][number % 4] ?? '']:
        ['%'.repeat(64), '_%_%', '%'][number % 3] ?? '',
    }),
  }
}

type Chart = { of: string; days: number; step: 'hour' | 'day' | 'week'; whose: (number: number) => Query }

const everybody = { of: 'everybody', whose: () => ({}) }
const busiest = { of: 'the busiest user', whose: () => ({ username: userName(1) }) }
const anyUser = {
  of: 'any user',
  whose: (number: number) => ({ username: userName(1 + ((number * 37) % population.users)) }),
}

/** No days mean all of them. */
const charts: readonly Chart[] = [
  { ...everybody, days: 1, step: 'hour' },
  { ...everybody, days: 7, step: 'hour' },
  { ...everybody, days: 30, step: 'day' },
  { ...everybody, days: 0, step: 'day' },
  { ...everybody, days: 0, step: 'week' },
  { ...busiest, days: 7, step: 'hour' },
  { ...busiest, days: 30, step: 'day' },
  { ...busiest, days: 0, step: 'week' },
  { ...anyUser, days: 30, step: 'day' },
]

/** The calls of the log page and the dashboard. `count` tells how many rows the list of a filter has. */
export const logCalls = async (
  until: number,
  count: (query: string) => Promise<number>,
): Promise<readonly LogCall[]> => {
  const calls: LogCall[] = []
  for (const [name, filter] of Object.entries(filters(until))) {
    const queryOf = (number: number) => queryText(filter(number))
    const totals = new Map<string, number>()
    for (let number = 0; number < callsToKnow; number += 1) {
      const query = queryOf(number)
      if (!totals.has(query)) totals.set(query, await count(query))
    }
    const farPage = (number: number) => {
      const pages = Math.ceil((totals.get(queryOf(number % callsToKnow)) ?? 0) / pageSize)
      return number % lastPageEvery === 0 ? Math.max(1, pages) : 1 + Math.floor(pages * ((number * 0.377) % 1))
    }
    calls.push(
      { name: `list of ${name}`, path: (number) => `/api/log/?p=1&page_size=${pageSize}&${queryOf(number)}` },
      {
        name: `list of ${name}, any page`,
        path: (number) => `/api/log/?p=${farPage(number)}&page_size=${pageSize}&${queryOf(number % callsToKnow)}`,
      },
      { name: `sums of ${name}`, path: (number) => `/api/log/stat?${queryOf(number)}` },
    )
  }
  for (const { of, whose, days, step } of charts) {
    const range = { start_timestamp: days === 0 ? 0 : until - days * day, end_timestamp: until }
    calls.push({
      name: `chart of ${of}, ${days === 0 ? 'all time' : `${days} days`} by the ${step}`,
      path: (number) =>
        `/api/data/?${queryText({ ...range, ...whose(number), default_time: step, zone: 'Asia/Shanghai' })}`,
    })
  }
  return calls
}

/** How often the page is the last one. */
const lastPageEvery = 4

/** How many different filters of a kind are asked for. */
const callsToKnow = 40

const queryText = (query: Query): string =>
  new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString()
