import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { AuditAct } from '#contract/audit.ts'
import { channelFields } from '#contract/channels.ts'
import { actText, actTone, fieldChanges, fieldNames } from './audit-acts.ts'
import { fieldOf } from './audit-fields.ts'

const act = (changes: Partial<AuditAct>): AuditAct => ({
  id: 1,
  created_at: 1_700_000_000,
  actor_id: 1,
  actor_name: 'root',
  action: 'user.change',
  target: 'user:7',
  before: '',
  after: '',
  address: '::1',
  ...changes,
})

// seam: what is checked is which texts are asked for, so the keys stand for them
const t = ((key: string, values?: { noun: string; verb: string }) =>
  values ? `${values.noun} ${values.verb}` : key) as unknown as Parameters<typeof actText>[1]

it('names what it knows and leaves the rest as it came', () => {
  expect(actText('channel.disable', t)).toBe('nounChannel verbDisable')
  expect(actText('user.disable', t)).toBe('nounUser verbBan')
  expect(actText('user.crown', t)).toBe('user.crown')
  expect(actText('constructor.create', t)).toBe('constructor.create')
})

it('has words for every act that the server writes', () => {
  const sources = globSync('server/{api,domain,jobs}/**/*.ts').filter((path) => !path.endsWith('.test.ts'))
  const written = sources.flatMap((path) => readFileSync(path, 'utf8').match(named) ?? [])
  const acts = [...new Set(written.map((text) => text.slice(1, -1)))]
  expect(acts).toEqual(expect.arrayContaining(['channel.enable_keys', 'token.rotate', 'user.create']))
  expect(acts.filter((action) => actText(action, t) === action)).toEqual([])
})
const named = /'(?:channel|log|option|redemption|root|setup|signin|token|user)\.[a-z_]+'/g

it('has a word for each field of a channel that an act may tell of', () => {
  const wordless = Object.keys(channelFields).filter((name) => fieldOf('channel.change', name) === undefined)
  expect(wordless).toEqual([])
})

it('tells what takes away from what adds', () => {
  expect(['user.delete', 'user.create', 'user.promote', 'option.change'].map(actTone)).toEqual([
    'bad',
    'ok',
    'warn',
    'info',
  ])
})

it('puts each field before and after side by side', () => {
  const before = '{"group":"default","quota":5}'
  expect(fieldChanges(act({ before, after: '{"quota":7,"models":["a"]}' }))).toEqual([
    { name: 'group', before: 'default', after: undefined },
    { name: 'quota', before: 5, after: 7 },
    { name: 'models', before: undefined, after: ['a'] },
  ])
  expect(fieldChanges(act({ before: 'not json' }))).toEqual([])
  expect(fieldNames(act({ before, after: '{"later":1}' }), t)).toBe('fieldGroupcommafieldBalancecommalater')
  const deletion = { action: 'channel.delete', before: '{"channels":2}', after: '{"reason":"too old"}' }
  expect(fieldNames(act(deletion), t)).toBe('fieldChannelscommafieldReason')
})
