import { population, timeOfRecord, userNameOf } from './fill-lists.ts'
import { plainModel } from './requests.ts'

/** One list or search of the control plane; `number` makes each call a little different from the last. */
export type ListCall = { name: string; by: 'root' | 'collector'; path: (number: number) => string }

const lastPage = (total: number, size: number) => Math.floor(total / size)
type Query = Record<string, string | number>
const queryText = (query: Query) =>
  new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))
const list = (of: string, query: Query): string => `/api/${of}/?${queryText(query)}`
const search = (of: string, query: Query): string => `/api/${of}/search?${queryText(query)}`
const someId = (number: number) => ((number * 7919) % (population.users - 2)) + 2
/** When the act, the drawing and the task of a number were. */
const secondOf = (number: number) => timeOfRecord(number * 100)
const tagMode = { tag_mode: 'true' } as const
const word = (number: number) => ['nor', 'ver', 'lamp', 'sto', 'maple'][number % 5] ?? ''
/** Elsewhere these stand for anything. */
const signs = (number: number) => ['%'.repeat(64), '_%_%', '%'][number % 3] ?? ''

const channelCalls: readonly ListCall[] = [
  { name: 'channels, first page of 10', by: 'root', path: () => list('channel', {}) },
  { name: 'channels, first page of 100', by: 'root', path: () => list('channel', { page_size: 100 }) },
  { name: 'channels, any page', by: 'root', path: (number) => list('channel', { p: 1 + number * 5 }) },
  { name: 'channels, last page', by: 'root', path: () => list('channel', { p: 50, page_size: 100 }) },
  {
    name: 'channels by id, last page',
    by: 'root',
    path: () => list('channel', { p: 50, page_size: 100, id_sort: 'true' }),
  },
  { name: 'channels that are off', by: 'root', path: () => list('channel', { status: 'disabled', page_size: 100 }) },
  { name: 'channels of a type, far back', by: 'root', path: () => list('channel', { type: 43, p: 100 }) },
  {
    name: 'channels of a tag',
    by: 'root',
    path: (number) => list('channel', { tag: `tag ${number}`, page_size: 100 }),
  },
  {
    name: 'channels, search for one name',
    by: 'root',
    path: (number) => search('channel', { keyword: `channel ${1000 + number * 37}` }),
  },
  {
    name: 'channels, search for an id',
    by: 'root',
    path: (number) => search('channel', { keyword: 1000 + number * 37 }),
  },
  {
    name: 'channels, search for what many have',
    by: 'root',
    path: (number) => search('channel', { keyword: word(number), page_size: 100 }),
  },
  { name: 'channels, search for signs', by: 'root', path: (number) => search('channel', { keyword: signs(number) }) },
  {
    name: 'channels, search for a model',
    by: 'root',
    path: (number) => search('channel', { model: `gpt-${number % 60}` }),
  },
  {
    name: 'channels, search for what every model list has',
    by: 'root',
    path: () => search('channel', { model: plainModel, page_size: 100, p: 25 }),
  },
  { name: 'channels, search in a group', by: 'root', path: () => search('channel', { group: 'vip' }) },
  {
    name: 'channels, search for a name, a model, a group',
    by: 'root',
    path: (number) => search('channel', { keyword: word(number), model: `gpt-${number % 60}`, group: 'vip' }),
  },
  { name: 'channels by tags, page of 10', by: 'root', path: () => list('channel', tagMode) },
  { name: 'channels by tags, page of 100', by: 'root', path: () => list('channel', { ...tagMode, page_size: 100 }) },
  { name: 'channels by tags, any page', by: 'root', path: (number) => list('channel', { ...tagMode, p: 1 + number }) },
  {
    name: 'channels by tags, search for what many have',
    by: 'root',
    path: (number) => search('channel', { ...tagMode, keyword: word(number), page_size: 100 }),
  },
  {
    name: 'channels by tags, search for a model',
    by: 'root',
    path: (number) => search('channel', { ...tagMode, model: `gpt-${number % 60}`, page_size: 100 }),
  },
  { name: 'models that channels serve', by: 'root', path: () => '/api/channel/models_enabled' },
  { name: 'health of channels', by: 'root', path: () => '/api/health/channels' },
]

const redemptionCalls: readonly ListCall[] = [
  { name: 'codes, first page of 100', by: 'root', path: () => list('redemption', { page_size: 100 }) },
  { name: 'codes, last page', by: 'root', path: () => list('redemption', { page_size: 100, p: 980 }) },
  {
    name: 'codes, search for a name',
    by: 'root',
    path: (number) => search('redemption', { keyword: `code ${number * 7}` }),
  },
  {
    name: 'codes, search for an id',
    by: 'root',
    path: (number) => search('redemption', { keyword: 5000 + number * 37 }),
  },
  { name: 'codes, search for signs', by: 'root', path: (number) => search('redemption', { keyword: signs(number) }) },
  { name: 'codes, search for what nobody has', by: 'root', path: () => search('redemption', { keyword: 'nobody' }) },
  {
    name: 'codes, search for what many have, far back',
    by: 'root',
    path: (number) => search('redemption', { keyword: word(number), p: 500 }),
  },
  {
    name: 'codes of a name',
    by: 'root',
    path: (number) => `/api/redemption/count-by-name?name=${encodeURIComponent(`north code ${number * 11}`)}`,
  },
]

const recordCalls: readonly ListCall[] = [
  { name: 'acts, first page of 100', by: 'root', path: () => list('audit', { page_size: 100 }) },
  { name: 'acts, last page', by: 'root', path: () => list('audit', { page_size: 100, p: 1000 }) },
  { name: 'acts of one', by: 'root', path: () => list('audit', { actor: userNameOf(3), p: 900 }) },
  { name: 'acts of a kind, far back', by: 'root', path: () => list('audit', { action: 'user.', p: 3000 }) },
  { name: 'acts on one', by: 'root', path: (number) => list('audit', { target: `user:${someId(number)}` }) },
  {
    name: 'acts of a time',
    by: 'root',
    path: (number) => list('audit', { start_timestamp: secondOf(number), end_timestamp: secondOf(number + 5) }),
  },
  {
    name: 'acts of one, of a kind, of a time',
    by: 'root',
    path: (number) =>
      list('audit', {
        actor: userNameOf(3),
        action: 'channel.',
        start_timestamp: secondOf(number),
        end_timestamp: secondOf(number + 500),
      }),
  },
  { name: 'drawings, first page of 100', by: 'root', path: () => list('mj', { page_size: 100 }) },
  { name: 'drawings, last page', by: 'root', path: () => list('mj', { page_size: 100, p: 1000 }) },
  { name: 'drawings of a channel, far back', by: 'root', path: () => list('mj', { channel_id: 7, p: 400 }) },
  { name: 'a drawing', by: 'root', path: (number) => list('mj', { mj_id: `drawing-${number * 700}` }) },
  {
    name: 'drawings of a time',
    by: 'root',
    path: (number) =>
      list('mj', { start_timestamp: secondOf(number) * 1000, end_timestamp: secondOf(number + 500) * 1000 }),
  },
  { name: 'drawings that failed, far back', by: 'root', path: () => list('mj', { status: 'FAILURE', p: 2400 }) },
  { name: 'own drawings that failed', by: 'collector', path: () => '/api/mj/self?status=FAILURE&p=100' },
  { name: 'own drawings, last page', by: 'collector', path: () => '/api/mj/self?page_size=100&p=500' },
  { name: 'tasks, first page of 100', by: 'root', path: () => list('task', { page_size: 100 }) },
  { name: 'tasks, last page', by: 'root', path: () => list('task', { page_size: 100, p: 1000 }) },
  { name: 'tasks that failed, far back', by: 'root', path: () => list('task', { status: 'FAILURE', p: 2400 }) },
  { name: 'tasks of a kind, far back', by: 'root', path: () => list('task', { action: 'LYRICS', p: 4900 }) },
  { name: 'tasks that nobody has', by: 'root', path: () => list('task', { platform: 'nobody' }) },
  { name: 'own tasks that failed', by: 'collector', path: () => '/api/task/self?status=FAILURE&p=100' },
]

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
  { name: 'users, search for signs', by: 'root', path: (number) => search('user', { keyword: signs(number) }) },
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
    name: `tokens of one with ${population.tokensOfOne}, search for signs`,
    by: 'collector',
    path: (number) => search('token', { keyword: signs(number) }),
  },
  {
    name: `tokens of one with ${population.tokensOfOne}, search for a key`,
    by: 'collector',
    path: (number) => search('token', { token: `KKK${(number * 10).toString(36)}` }),
  },
  ...channelCalls,
  ...redemptionCalls,
  ...recordCalls,
]
