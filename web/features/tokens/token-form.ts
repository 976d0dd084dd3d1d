import type { NewTokenInput, Token } from '#contract/tokens.ts'
import { formOf } from '../../lib/record-form.ts'
import { serverSeconds } from '../../lib/server-time.ts'
import type { RecordEditOf } from '../../ui/use-record-form.ts'

export const neverExpires = -1
export const secretPrefix = 'sk-'
const longestName = 30
const suffixLength = 6
const defaultQuota = 500_000

/** In dollars. */
export const quotaPresets = [1, 10, 50, 100, 500, 1000] as const

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

/** The quota that a changed one was loaded with goes with it. */
type TokenBody = NewTokenInput & { remain_quota_before?: number }

export const tokenForm = formOf<Token, TokenBody, 'tokens'>()(
  {
    name: {
      control: 'text',
      label: 'fieldName',
      start: '',
      required: 'nameMissing',
      from: (row) => row.name,
      to: (name) => ({ name: name.trim() }),
    },
    note: {
      control: 'lines',
      label: 'fieldNote',
      hint: 'noteHint',
      start: '',
      from: (row) => row.note ?? '',
      to: (note) => ({ note: note.trim() }),
    },
    /** Seconds, `neverExpires`, or null for what is not a date. */
    expiry: {
      control: 'moment',
      label: 'fieldExpiry',
      start: neverExpires,
      from: (row) => row.expired_time,
      to: (expiry) => ({ expired_time: expiry ?? neverExpires }),
      rule: (expiry, t, before) => {
        if (expiry === null) return t('expiryWrong')
        // A token that has expired can be edited without a new expiry.
        const isPast = expiry !== neverExpires && expiry !== before?.expired_time && expiry <= serverSeconds()
        return isPast ? t('expiryPast') : undefined
      },
    },
    /** How many to make; an edited token is one. */
    count: {
      control: 'whole',
      label: 'fieldCount',
      hint: 'countHint',
      start: 1,
      rule: (count, t) => (count !== null && Number.isInteger(count) && count > 0 ? undefined : t('countWrong')),
    },
    quota: {
      control: 'money',
      label: 'fieldQuota',
      start: defaultQuota,
      from: (row) => row.remain_quota,
      // A difference to what was loaded: what is used meanwhile stays used.
      to: (quota, before) => ({
        remain_quota: quota ?? 0,
        ...(before && { remain_quota_before: before.remain_quota }),
      }),
    },
    isUnlimited: {
      control: 'switch',
      label: 'fieldUnlimited',
      hint: 'unlimitedHint',
      start: false,
      from: (row) => row.unlimited_quota,
      to: (isUnlimited) => ({ unlimited_quota: isUnlimited }),
    },
    group: {
      control: 'choice',
      label: 'fieldGroup',
      start: '',
      from: (row) => row.group,
      to: (group) => ({ group }),
    },
    models: {
      control: 'names',
      label: 'fieldModels',
      hint: 'modelsHint',
      start: [],
      from: (row) => (row.model_limits_enabled ? row.model_limits.split(',').filter((model) => model !== '') : []),
      to: (models) => ({ model_limits: models.join(','), model_limits_enabled: models.length > 0 }),
    },
    addresses: {
      control: 'lines',
      label: 'fieldAddresses',
      hint: 'addressesHint',
      start: '',
      from: (row) => row.allow_ips,
      to: (addresses) => ({ allow_ips: addresses }),
      rule: (addresses, t) => {
        const line = wrongAddress(addresses)
        return line === undefined ? undefined : t('addressWrong', { line })
      },
    },
    isStrict: {
      control: 'switch',
      label: 'fieldStrict',
      hint: 'strictHint',
      start: false,
      from: (row) => row.strict,
      to: (isStrict) => ({ strict: isStrict }),
    },
  },
  ({ name, count, quota, isUnlimited }, t) => {
    const longest = longestNameOf(Number(count))
    return {
      name: name.trim().length > longest ? t('nameLong', { count: longest }) : undefined,
      quota: quota === null && !isUnlimited ? t('quotaMissing') : undefined,
    }
  },
)
export type TokenEdit = RecordEditOf<typeof tokenForm>

/** The body of each call: the first token has the name as it was given, the others a random suffix. */
export const newTokenBodies = (
  body: NewTokenInput,
  count: number,
  suffix: () => string = randomSuffix,
): NewTokenInput[] =>
  Array.from({ length: count }, (_, index) => (index === 0 ? body : { ...body, name: `${body.name}-${suffix()}` }))

const randomSuffix = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(suffixLength)), (value) => letters[value % letters.length]).join('')

export const keyText = (token: Token): string => secretPrefix + token.key

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** What looks like no address; the server, which knows them better, has the last word. */
const wrongAddress = (text: string): string | undefined =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .find((line) => line !== '' && !addressLine.test(line))

const addressLine = /^(?:(?:\d{1,3}\.){3}\d{1,3}|[\da-f]{0,4}(?::[\da-f]{0,4}){2,7}(?:\.\d{1,3}){0,3})(?:\/\d{1,3})?$/i

/** Several tokens need room for the suffix. */
const longestNameOf = (count: number): number => (count > 1 ? longestName - suffixLength - 1 : longestName)
