import * as z from 'zod/mini'
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

const defaultQuota = 100_000
const largestQuota = 1_000_000_000_000

export const quotaPresets = [
  { quota: 500_000, dollars: 1 },
  { quota: 5_000_000, dollars: 10 },
  { quota: 25_000_000, dollars: 50 },
  { quota: 50_000_000, dollars: 100 },
] as const

export type RedemptionFormValues = {
  name: string
  quota: number | null
  /** How many to make; an edited code is one. */
  count: number | null
  isGift: boolean
  /** Null and -1 are unlimited. */
  maxUses: number | null
  key: string
  /** Seconds; null is no limit. */
  validFrom: number | null
  validUntil: number | null
}

export const newRedemptionValues = (): RedemptionFormValues => ({
  name: '',
  quota: defaultQuota,
  count: 1,
  isGift: false,
  maxUses: null,
  key: '',
  validFrom: null,
  validUntil: null,
})

export const redemptionValues = (redemption: Redemption): RedemptionFormValues => ({
  ...newRedemptionValues(),
  name: redemption.name,
  quota: redemption.quota,
  isGift: redemption.is_gift,
  maxUses: redemption.max_uses,
  validFrom: momentOf(redemption.valid_from),
  validUntil: momentOf(redemption.valid_until),
})

/** `isNew`: a code that is made may go without a name, an existing one may not. */
export const redemptionSchema = (t: Text<'redemptions'>, isNew: boolean) =>
  z
    .object({
      name: z
        .string()
        .check(
          z.trim(),
          z.maxLength(longestRedemptionName, t('nameLong', { count: longestRedemptionName })),
          z.minLength(isNew ? 0 : 1, t('nameMissing')),
        ),
      quota: z.nullable(z.number()).check(z.refine(isWithin(1, largestQuota), t('quotaWrong'))),
      count: z.nullable(z.number()).check(
        z.refine(isWithin(1, Number.POSITIVE_INFINITY), { error: t('countWrong'), abort: true }),
        z.refine((count) => Number(count) <= mostCodesAtOnce, t('countLarge', { count: mostCodesAtOnce })),
      ),
      isGift: z.boolean(),
      maxUses: z
        .nullable(z.number())
        .check(z.refine((uses) => uses === null || uses === unlimitedUses || isWithin(1, 1e9)(uses), t('usesWrong'))),
      key: z.string().check(z.trim(), z.maxLength(longestRedemptionKey, t('keyLong', { count: longestRedemptionKey }))),
      validFrom: z.nullable(z.number()),
      validUntil: z.nullable(z.number()),
    })
    .check(
      z.refine(({ validFrom, validUntil }) => validUntil === null || validUntil > (validFrom ?? 0), {
        error: t('validUntilEarly'),
        path: ['validUntil'],
      }),
    )

/** Without a name of its own a code is named after what it is worth. */
export const newRedemptionBody = (
  values: RedemptionFormValues,
  nameOf: (quota: number) => string,
): NewRedemptionInput => ({
  ...fieldsOf(values),
  name: values.name.trim() === '' ? nameOf(values.quota ?? 0) : values.name.trim(),
  count: values.key.trim() === '' ? (values.count ?? 1) : 1,
  is_gift: values.isGift,
  max_uses: values.isGift ? (values.maxUses ?? unlimitedUses) : unlimitedUses,
  key: values.key.trim(),
})

export const redemptionChange = (redemption: Redemption, values: RedemptionFormValues) => ({
  id: redemption.id,
  name: values.name.trim(),
  ...fieldsOf(values),
})

export const isUnused = ({ status }: Redemption): boolean => status === redemptionStatuses.unused

const fieldsOf = ({ quota, validFrom, validUntil }: RedemptionFormValues) => ({
  quota: quota ?? 0,
  valid_from: validFrom ?? 0,
  valid_until: validUntil ?? 0,
})

const momentOf = (seconds: number): number | null => (seconds === 0 ? null : seconds)

const isWithin = (least: number, most: number) => (value: number | null) =>
  value !== null && Number.isInteger(value) && value >= least && value <= most
