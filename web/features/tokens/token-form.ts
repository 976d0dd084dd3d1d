import * as z from 'zod/mini'
import type { NewTokenInput, Token } from '#contract/tokens.ts'
import type { Text } from '../../lib/i18n.ts'

export const neverExpires = -1
export const secretPrefix = 'sk-'
const longestName = 30
const suffixLength = 6
const defaultQuota = 500_000

export const quotaPresets = [
  { quota: 500_000, dollars: 1 },
  { quota: 5_000_000, dollars: 10 },
  { quota: 25_000_000, dollars: 50 },
  { quota: 50_000_000, dollars: 100 },
  { quota: 250_000_000, dollars: 500 },
  { quota: 500_000_000, dollars: 1000 },
] as const

export const countPresets = [10, 20, 30, 100] as const

/** Seconds from now; null is never. */
export const expiryPresets = [
  { key: 'presetNever', seconds: null },
  { key: 'presetHour', seconds: 3600 },
  { key: 'presetDay', seconds: 86_400 },
  { key: 'presetMonth', seconds: 30 * 86_400 },
] as const

export const expiryAfter = (seconds: number | null, now: number): number =>
  seconds === null ? neverExpires : now + seconds

export type TokenFormValues = {
  name: string
  /** How many to make; an edited token is one. */
  count: number | null
  /** Seconds, `neverExpires`, or null for what is not a date. */
  expiredTime: number | null
  remainQuota: number | null
  unlimitedQuota: boolean
  group: string
  models: string[]
  addresses: string
}

export const newTokenValues = (): TokenFormValues => ({
  name: '',
  count: 1,
  expiredTime: neverExpires,
  remainQuota: defaultQuota,
  unlimitedQuota: false,
  group: '',
  models: [],
  addresses: '',
})

export const tokenValues = (token: Token): TokenFormValues => ({
  name: token.name,
  count: 1,
  expiredTime: token.expired_time,
  remainQuota: token.remain_quota,
  unlimitedQuota: token.unlimited_quota,
  group: token.group,
  models: token.model_limits_enabled ? token.model_limits.split(',').filter((model) => model !== '') : [],
  addresses: token.allow_ips,
})

/** `mayBePast`: a token that has expired can be edited without a new expiry. */
export const tokenSchema = (t: Text<'tokens'>, now: () => number, mayBePast: number | undefined) =>
  z
    .object({
      name: z.string().check(z.trim(), z.minLength(1, t('nameMissing'))),
      count: z.nullable(z.number()).check(z.refine(isPositiveInteger, t('countWrong'))),
      expiredTime: z.nullable(z.number()).check(
        z.refine((time) => time !== null, { error: t('expiryWrong'), abort: true }),
        z.refine((time) => time === neverExpires || time === mayBePast || Number(time) > now(), t('expiryPast')),
      ),
      remainQuota: z.nullable(z.number()),
      unlimitedQuota: z.boolean(),
      group: z.string(),
      models: z.array(z.string()),
      addresses: z.string(),
    })
    .check(
      z.refine(({ remainQuota, unlimitedQuota }) => unlimitedQuota || remainQuota !== null, {
        error: t('quotaMissing'),
        path: ['remainQuota'],
      }),
      z.superRefine(({ addresses }, context) => {
        const line = wrongAddress(addresses)
        if (line === undefined) return
        context.addIssue({ code: 'custom', path: ['addresses'], message: t('addressWrong', { line }), input: line })
      }),
      z.superRefine(({ name, count }, context) => {
        const longest = longestNameOf(Number(count))
        if (name.length <= longest) return
        context.addIssue({ code: 'custom', path: ['name'], message: t('nameLong', { count: longest }), input: name })
      }),
    )

/** The body of each call: the first token has the name as it was given, the others a random suffix. */
export const newTokenBodies = (values: TokenFormValues, randomSuffix: () => string): NewTokenInput[] =>
  Array.from({ length: values.count ?? 1 }, (_, index) => ({
    ...fieldsOf(values),
    name: index === 0 ? values.name.trim() : `${values.name.trim()}-${randomSuffix()}`,
  }))

/** What a token is changed by: only the fields that were touched, the quota as a difference to what was loaded. */
export const tokenChange = (token: Token, values: TokenFormValues) => {
  const before = tokenValues(token)
  const fields = fieldsOf(values)
  const isTouched = (name: keyof TokenFormValues) => String(before[name]) !== String(values[name])
  return {
    id: token.id,
    ...(isTouched('name') ? { name: values.name.trim() } : {}),
    ...(isTouched('expiredTime') ? { expired_time: fields.expired_time } : {}),
    ...(isTouched('remainQuota') && values.remainQuota !== null
      ? { remain_quota: values.remainQuota, remain_quota_before: token.remain_quota }
      : {}),
    ...(isTouched('unlimitedQuota') ? { unlimited_quota: values.unlimitedQuota } : {}),
    ...(isTouched('group') ? { group: values.group } : {}),
    ...(isTouched('models')
      ? { model_limits: fields.model_limits, model_limits_enabled: fields.model_limits_enabled }
      : {}),
    ...(isTouched('addresses') ? { allow_ips: values.addresses } : {}),
  }
}

export const randomSuffix = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(suffixLength)), (value) => letters[value % letters.length]).join('')

export const keyText = (token: Token): string => secretPrefix + token.key

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

const isPositiveInteger = (value: number | null) => value !== null && Number.isInteger(value) && value > 0

/** What looks like no address; the server, which knows them better, has the last word. */
const wrongAddress = (text: string): string | undefined =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .find((line) => line !== '' && !addressLine.test(line))

const addressLine = /^(?:(?:\d{1,3}\.){3}\d{1,3}|[\da-f]{0,4}(?::[\da-f]{0,4}){2,7}(?:\.\d{1,3}){0,3})(?:\/\d{1,3})?$/i

/** Several tokens need room for the suffix. */
const longestNameOf = (count: number): number => (count > 1 ? longestName - suffixLength - 1 : longestName)

const fieldsOf = (values: TokenFormValues) => ({
  expired_time: values.expiredTime ?? neverExpires,
  remain_quota: values.remainQuota ?? 0,
  unlimited_quota: values.unlimitedQuota,
  model_limits_enabled: values.models.length > 0,
  model_limits: values.models.join(','),
  allow_ips: values.addresses,
  group: values.group,
})
