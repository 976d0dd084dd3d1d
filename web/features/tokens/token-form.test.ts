import fc from 'fast-check'
import { expect, it } from 'vitest'
import { tokens } from '#contract/tokens.ts'
import { loadArea, type Text } from '../../lib/i18n.ts'
import { bodyOf, changesOf, faultsOf, startOf, type ValuesOf } from '../../lib/record-form.ts'
import { messages } from '../../locales/en/tokens.ts'
import {
  countPresets,
  expiryAfter,
  expiryPresets,
  neverExpires,
  newTokenBodies,
  quotaPresets,
  tokenForm,
} from './token-form.ts'

const now = 1_700_000_000
const text = ((key: keyof typeof messages) => {
  const message = messages[key]
  return typeof message === 'string' ? message : message.other
}) as Text<'tokens'>

const token = {
  id: 7,
  user_id: 1,
  name: 'work',
  key: 'abc',
  status: 1,
  remain_quota: 800,
  used_quota: 200,
  unlimited_quota: false,
  expired_time: now + 60,
  created_time: now,
  accessed_time: now,
  model_limits_enabled: true,
  model_limits: 'one,two',
  allow_ips: '10.0.0.1',
  group: 'default',
  strict: false,
}

const newValues = startOf(tokenForm, undefined)
const faults = (change: Partial<ValuesOf<typeof tokenForm>>, before?: typeof token) => {
  const found = faultsOf(tokenForm, { ...newValues, name: 'work', ...change }, text, before)
  return Object.entries(found).map(([name, fault]) => `${name}: ${fault}`)
}

it('starts with one dollar of quota, one token and no expiry', () => {
  const body = bodyOf(tokenForm, { ...newValues, name: ' work ' })
  expect(body).toMatchObject({ name: 'work', remain_quota: 500_000, expired_time: -1, model_limits_enabled: false })
  expect(tokens.create.body.safeParse(body).success).toBe(true)
})

it('asks for one call per token and gives every further name six random characters', () => {
  const bodies = newTokenBodies(bodyOf(tokenForm, { ...newValues, name: 'team' }), 30)
  expect(bodies).toHaveLength(30)
  expect(bodies[0]?.name).toBe('team')
  for (const body of bodies.slice(1)) expect(body.name).toMatch(/^team-[A-Za-z0-9]{6}$/)
  expect(new Set(bodies.map((body) => body.name)).size).toBe(30)
})

it('counts an expiry shortcut from now, and keeps never apart', () => {
  expect(expiryAfter(30 * 86_400, now)).toBe(now + 2_592_000)
  expect(expiryAfter(null, now)).toBe(neverExpires)
})

it('names each fault of the form', async () => {
  await loadArea('common')
  expect(faults({})).toEqual([])
  expect(faults({ name: '  ' })).toEqual(['name: Enter a name'])
  expect(faults({ expiry: null })).toEqual(['expiry: Enter a valid date and time'])
  expect(faults({ expiry: now - 1 })).toEqual(['expiry: Choose a time in the future'])
  expect(faults({ expiry: now - 1 }, { ...token, expired_time: now - 1 })).toEqual([])
  expect(faults({ count: 0 })).toEqual(['count: Must be a whole number of at least 1'])
  expect(faults({ count: 1.5 })).toEqual(['count: Must be a whole number of at least 1'])
  expect(faults({ quota: null })).toEqual(['quota: Enter the quota'])
  expect(faults({ quota: null, isUnlimited: true })).toEqual([])
  expect(faults({ name: 'x'.repeat(24), count: 2 })).toHaveLength(1)
  expect(faults({ addresses: '10.0.0.1\n 10.0.0.0/8, 2001:db8::/32\n::1\n\n' })).toEqual([])
  for (const line of ['nonsense', '10.0.0', '10.0.0.1:80', 'example.com', '1']) {
    expect(faults({ addresses: `::1\n${line}` })).toEqual([expect.stringMatching(/^addresses: /)])
  }
  expect(faults({ name: 'x'.repeat(23), count: 2 })).toEqual([])
})

it('sends only what was touched', () => {
  const values = startOf(tokenForm, token)
  expect(changesOf(tokenForm, values, token)).toEqual({})
  expect(changesOf(tokenForm, { ...values, name: 'home', models: [] }, token)).toEqual({
    name: 'home',
    model_limits: '',
    model_limits_enabled: false,
  })
})

it('sends changed quota together with the quota the form was loaded with', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (before, after) => {
      const loaded = { ...token, remain_quota: before }
      const change = changesOf(tokenForm, { ...startOf(tokenForm, loaded), quota: after }, loaded)
      expect(change).toEqual(before === after ? {} : { remain_quota: after, remain_quota_before: before })
    }),
  )
})

it('has the shortcuts of the product', () => {
  expect(quotaPresets.map((dollars) => dollars * 500_000)).toEqual([
    ...[500_000, 5_000_000, 25_000_000, 50_000_000, 250_000_000, 500_000_000],
  ])
  expect(countPresets).toEqual([10, 20, 30, 100])
  expect(expiryPresets.map(({ key, seconds }) => [messages[key], seconds])).toEqual([
    ['Never', null],
    ['One hour', 3600],
    ['One day', 86_400],
    ['One month', 2_592_000],
  ])
})
