import { population, userNameOf } from './fill-lists.ts'

/** One list or search of the control plane; `number` makes each call a little different from the last. */
export type ListCall = { name: string; by: 'root' | 'collector'; path: (number: number) => string }

const lastPage = (total: number, size: number) => Math.floor(total / size)
const search = (of: string, query: Record<string, string | number>): string =>
  `/api/${of}/search?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))}`
const someId = (number: number) => ((number * 7919) % (population.users - 2)) + 2
const word = (number: number) => ['nor', 'ver', 'lamp', 'sto', 'maple'][number % 5] ?? ''

export const listCalls: readonly ListCall[] = [
  { name: 'users, first page of 10', by: 'root', path: () => '/api/user/?p=1&page_size=10' },
  { name: 'users, first page of 100', by: 'root', path: () => '/api/user/?p=1&page_size=100' },
  {
    name: 'users, page in the middle',
    by: 'root',
    path: (number) => `/api/user/?p=${4000 + number * 10}&page_size=10`,
  },
  {
    name: 'users, last page',
    by: 'root',
    path: () => `/api/user/?p=${lastPage(population.users, 100)}&page_size=100`,
  },
  {
    name: 'users, search for one name',
    by: 'root',
    path: (number) => search('user', { keyword: userNameOf(someId(number)), page_size: 10 }),
  },
  { name: 'users, search for an id', by: 'root', path: (number) => search('user', { keyword: someId(number) }) },
  {
    name: 'users, search for what nobody has',
    by: 'root',
    path: (number) => search('user', { keyword: `nobody${number}` }),
  },
  { name: 'users, search for what many have', by: 'root', path: (number) => search('user', { keyword: word(number) }) },
  {
    name: 'users, search for what many have, far back',
    by: 'root',
    path: (number) => search('user', { keyword: word(number), p: 500, page_size: 10 }),
  },
  {
    name: 'users, search for one letter',
    by: 'root',
    path: (number) => search('user', { keyword: 'aeiou'[number % 5] ?? 'a', page_size: 100 }),
  },
  {
    name: 'users, search for an address',
    by: 'root',
    path: (number) => search('user', { keyword: `.${someId(number)}@` }),
  },
  { name: 'users, of the common group', by: 'root', path: () => search('user', { group: 'default' }) },
  { name: 'users, of a small group', by: 'root', path: () => search('user', { group: 'svip' }) },
  {
    name: 'users, of the common group, far back',
    by: 'root',
    path: () => search('user', { group: 'default', p: 6000, page_size: 10 }),
  },
  { name: 'users, of no group', by: 'root', path: () => search('user', { group: 'nowhere' }) },
  {
    name: 'users, search in a group',
    by: 'root',
    path: (number) => search('user', { keyword: word(number), group: 'vip' }),
  },
  { name: 'tokens, first page of 10', by: 'root', path: () => '/api/token/?p=1&size=10' },
  {
    name: `tokens of one with ${population.tokensOfOne}, first page of 100`,
    by: 'collector',
    path: () => '/api/token/?p=1&size=100',
  },
  {
    name: `tokens of one with ${population.tokensOfOne}, last page`,
    by: 'collector',
    path: () => `/api/token/?p=${lastPage(population.tokensOfOne, 100)}&size=100`,
  },
  {
    name: `tokens of one with ${population.tokensOfOne}, search for a name`,
    by: 'collector',
    path: (number) => search('token', { keyword: `key ${number * 170}` }),
  },
  {
    name: `tokens of one with ${population.tokensOfOne}, search for what many have`,
    by: 'collector',
    path: (number) => search('token', { keyword: word(number) }),
  },
  {
    name: `tokens of one with ${population.tokensOfOne}, search for a key`,
    by: 'collector',
    path: (number) => search('token', { token: `KKK${(number * 10).toString(36)}` }),
  },
  { name: 'channels, first page of 10', by: 'root', path: () => '/api/channel/?p=1&page_size=10' },
  { name: 'channels, first page of 100', by: 'root', path: () => '/api/channel/?p=1&page_size=100' },
  {
    name: 'channels by id, last page',
    by: 'root',
    path: () => `/api/channel/?p=${lastPage(population.channels, 100)}&page_size=100&id_sort=true`,
  },
  { name: 'channels by tags', by: 'root', path: () => '/api/channel/?p=1&page_size=10&tag_mode=true' },
  {
    name: 'channels, search for one name',
    by: 'root',
    path: (number) => search('channel', { keyword: `channel ${1000 + number * 37}` }),
  },
  {
    name: 'channels, search for what many have',
    by: 'root',
    path: (number) => search('channel', { keyword: word(number) }),
  },
  {
    name: 'channels, search for a model',
    by: 'root',
    path: (number) => search('channel', { model: `gpt-${number % 60}` }),
  },
  { name: 'channels, search in a group', by: 'root', path: () => search('channel', { group: 'vip' }) },
]
