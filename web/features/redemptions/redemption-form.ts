import {
  longestRedemptionKey,
  longestRedemptionName,
  mostCodesAtOnce,
  type NewRedemptionInput,
  type Redemption,
  redemptionStatuses,
  unlimitedUses,
} from '#contract/redemptions.ts'
import type { Text } from '../../lib/i18n.ts'
import { formOf } from '../../lib/record-form.ts'
import type { RecordEditOf } from '../../ui/use-record-form.ts'

const defaultQuota = 100_000
const largestQuota = 1_000_000_000_000

/** In dollars. */
export const quotaPresets = [1, 10, 50, 100] as const

export const redemptionForm = formOf<Redemption, NewRedemptionInput, 'redemptions'>()(
  {
    name: {
      control: 'text',
      label: 'fieldName',
      start: '',
      // A code that is made may go without a name, an existing one may not.
      required: (before) => before !== undefined && 'nameMissing',
      from: (row) => row.name,
      to: (name) => ({ name: name.trim() }),
      rule: (name, t) =>
        name.trim().length > longestRedemptionName ? t('nameLong', { count: longestRedemptionName }) : undefined,
    },
    quota: {
      control: 'money',
      label: 'fieldQuota',
      start: defaultQuota,
      required: 'quotaWrong',
      from: (row) => row.quota,
      to: (quota) => ({ quota: quota ?? 0 }),
      rule: (quota, t) => (isWithin(1, largestQuota)(quota) ? undefined : t('quotaWrong')),
    },
    isGift: {
      control: 'switch',
      label: 'fieldGift',
      hint: 'giftHint',
      start: false,
      to: (isGift) => ({ is_gift: isGift }),
    },
    /** Of a gift; null and -1 are unlimited. */
    maxUses: {
      control: 'whole',
      label: 'fieldUses',
      hint: 'usesHint',
      start: null,
      to: (maxUses) => ({ max_uses: maxUses }),
    },
    key: {
      control: 'text',
      label: 'fieldKey',
      hint: 'keyHint',
      start: '',
      to: (key) => ({ key: key.trim() }),
      rule: (key, t) =>
        key.trim().length > longestRedemptionKey ? t('keyLong', { count: longestRedemptionKey }) : undefined,
    },
    /** How many to make; an edited code is one. */
    count: {
      control: 'whole',
      label: 'fieldCount',
      hint: 'countHint',
      start: 1,
      to: (count) => ({ count: count ?? 1 }),
    },
    /** Seconds; null is no limit. */
    validFrom: {
      control: 'moment',
      label: 'fieldValidFrom',
      hint: 'validFromHint',
      start: null,
      from: (row) => momentOf(row.valid_from),
      to: (validFrom) => ({ valid_from: validFrom ?? 0 }),
    },
    validUntil: {
      control: 'moment',
      label: 'fieldValidUntil',
      hint: 'validUntilHint',
      start: null,
      from: (row) => momentOf(row.valid_until),
      to: (validUntil) => ({ valid_until: validUntil ?? 0 }),
    },
  },
  ({ isGift, maxUses, key, count, validFrom, validUntil }, t) => ({
    // What is not on the screen, or cannot be changed there, keeps nobody from making a code.
    maxUses: isGift && !isUses(maxUses) ? t('usesWrong') : undefined,
    count: key.trim() === '' ? countFault(count, t) : undefined,
    validUntil: validUntil !== null && validUntil <= (validFrom ?? 0) ? t('validUntilEarly') : undefined,
  }),
)

export type RedemptionEdit = RecordEditOf<typeof redemptionForm>

/** Without a name of its own a code is named after what it is worth; a chosen code is one, and no gift is used once. */
export const newRedemptionBody = (body: NewRedemptionInput, nameOf: (quota: number) => string): NewRedemptionInput => ({
  ...body,
  name: body.name === '' ? nameOf(body.quota) : body.name,
  count: body.key === '' ? (body.count ?? 1) : 1,
  max_uses: body.is_gift ? (body.max_uses ?? unlimitedUses) : unlimitedUses,
})

export const isUnused = ({ status }: Redemption): boolean => status === redemptionStatuses.unused

const isUses = (uses: number | null): boolean => uses === null || uses === unlimitedUses || isWithin(1, 1e9)(uses)

const countFault = (count: number | null, t: Text<'redemptions'>): string | undefined => {
  if (!isWithin(1, Number.POSITIVE_INFINITY)(count)) return t('countWrong')
  return Number(count) > mostCodesAtOnce ? t('countLarge', { count: mostCodesAtOnce }) : undefined
}

const momentOf = (seconds: number): number | null => (seconds === 0 ? null : seconds)

const isWithin = (least: number, most: number) => (value: number | null) =>
  value !== null && Number.isInteger(value) && value >= least && value <= most
