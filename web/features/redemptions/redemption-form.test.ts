import { expect, it } from 'vitest'
import { type Redemption, redemptions } from '#contract/redemptions.ts'
import { loadArea, type Text, textIn } from '../../lib/i18n.ts'
import { bodyOf, changesOf, faultsOf, startOf, type ValuesOf } from '../../lib/record-form.ts'
import { messages } from '../../locales/en/redemptions.ts'
import { codesFile } from './codes-file.ts'
import { newRedemptionBody, redemptionForm } from './redemption-form.ts'

const text = ((key: keyof typeof messages) => {
  const message = messages[key]
  return typeof message === 'string' ? message : message.other
}) as Text<'redemptions'>

type Values = ValuesOf<typeof redemptionForm>

const newValues = startOf(redemptionForm, undefined)
const madeBy = (values: Partial<Values>) =>
  newRedemptionBody(bodyOf(redemptionForm, { ...newValues, ...values }), nameOf)
const faults = (change: Partial<Values>, before?: Redemption) =>
  Object.entries(faultsOf(redemptionForm, { ...newValues, ...change }, text, before)).map(
    ([name, fault]) => `${name}: ${fault}`,
  )
const nameOf = (quota: number) => `$${(quota / 500_000).toFixed(2)}`

const redemption: Redemption = {
  id: 7,
  name: 'spring',
  key: 'abc',
  status: 1,
  quota: 500_000,
  is_gift: true,
  max_uses: 3,
  used_count: 1,
  used_user_id: 0,
  valid_from: 0,
  valid_until: 1_800_000_000,
  created_time: 1_700_000_000,
  redeemed_time: 0,
}

it('starts with one code of 100000 quota, named after what it is worth', () => {
  const body = madeBy({})
  expect(body).toEqual({
    name: '$0.20',
    quota: 100_000,
    count: 1,
    is_gift: false,
    max_uses: -1,
    key: '',
    valid_from: 0,
    valid_until: 0,
  })
  expect(redemptions.create.body.safeParse(body).success).toBe(true)
})

it('makes a chosen code once, and asks for uses of gifts only', () => {
  const values = { name: ' mine ', key: ' MINE ', count: 5, maxUses: 3 }
  expect(madeBy(values)).toMatchObject({ name: 'mine', key: 'MINE', count: 1, max_uses: -1 })
  expect(madeBy({ ...values, isGift: true })).toMatchObject({ is_gift: true, max_uses: 3 })
  expect(madeBy({ ...values, isGift: true, maxUses: null }).max_uses).toBe(-1)
})

it('changes of a code what differs', () => {
  const values = { ...startOf(redemptionForm, redemption), name: ' summer ', validUntil: null }
  expect(changesOf(redemptionForm, values, redemption)).toEqual({ name: 'summer', valid_until: 0 })
})

it('names each fault of the form', async () => {
  await loadArea('common')
  expect(faults({})).toEqual([])
  expect(faults({ name: '' }, redemption)).toEqual(['name: Enter a name'])
  expect(faults({ name: 'x'.repeat(21) })).toEqual(['name: The name may have at most {count} characters'])
  for (const quota of [null, 0, -1, 1.5, 1e13]) {
    expect(faults({ quota })).toEqual([expect.stringContaining('Enter a whole number')])
  }
  expect(faults({ count: 0 })).toEqual(['count: Must be a whole number of at least 1'])
  expect(faults({ count: null })).toEqual(['count: Must be a whole number of at least 1'])
  expect(faults({ count: 101 })).toEqual(['count: At most {count} codes per batch'])
  for (const maxUses of [0, -2, 1.5])
    expect(faults({ isGift: true, maxUses })).toEqual(['maxUses: Must be a whole number of at least 1, or -1'])
  expect(faults({ isGift: true, maxUses: -1 })).toEqual([])
  expect(faults({ key: 'k'.repeat(33) })).toEqual(['key: The code may have at most {count} characters'])
  expect(faults({ validFrom: 20, validUntil: 20 })).toEqual(['validUntil: Must be later than the start'])
})

it('is kept from being sent by nothing that is not on the screen, or is settled by another field', async () => {
  await loadArea('common')
  expect(faults({ maxUses: 0 })).toEqual([])
  expect(faults({ key: 'mine', count: 500 })).toEqual([])
  expect(madeBy({ maxUses: 0, key: 'mine', count: 500 })).toMatchObject({ max_uses: -1, count: 1 })
})

it('writes codes for spreadsheets, and no name becomes a formula', async () => {
  const name = '=1+"1"'
  const t = await textIn('redemptions', 'en')
  const file = await codesFile(
    ['one', 'two'].map((key) => ({ name, key })),
    t,
  ).text()
  expect(file).toBe('\ufeff"Name","Code"\r\n"\'=1+""1""","one"\r\n"\'=1+""1""","two"\r\n')
})
