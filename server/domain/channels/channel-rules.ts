import * as z from 'zod/mini'
import type { ChannelChangeInput } from '#contract/channels.ts'
import { ApplicationError } from '#contract/errors.ts'
import type { ChannelChange } from '../../db/schema.ts'
import { nameList } from '../../lib/name-list.ts'
import { type AddressPolicy, AddressRefused, checkUrl } from '../../lib/outbound/address-guard.ts'
import type { Vault } from '../../lib/vault.ts'
import { type WithoutUndefined, withoutUndefined } from '../../lib/without-undefined.ts'

export type ChannelFields = WithoutUndefined<Omit<ChannelChange, 'id'>>

type Wish = Omit<ChannelChangeInput, 'id'>
type Parts = { vault: Vault; addressPolicy: AddressPolicy }

/** What a wish writes: exactly the fields it names, checked and in the form they are stored in. */
export const channelFields = (wish: Wish, { vault, addressPolicy }: Parts): ChannelFields => {
  const key = wish.key?.trim()
  return withoutUndefined({
    type: wish.type,
    name: wish.name?.trim(),
    status: wish.status,
    // An empty key keeps the one there is.
    ...(key ? { key_sealed: vault.seal(key), key_hash: vault.fingerprint(key) } : {}),
    base_url: sent(wish.base_url, (text) => baseUrl(text, addressPolicy)),
    other: sent(wish.other, (text) => (text.trim().startsWith('{') ? jsonText('other', text, anyObject) : text.trim())),
    models: sent(wish.models, modelList),
    group: sent(wish.group, (text) => nameList(text).join(',') || 'default'),
    tag: sent(wish.tag, (text) => text.trim()),
    model_prefix: sent(wish.model_prefix, (text) => text.trim()),
    model_mapping: sent(wish.model_mapping, (text) => jsonText('model_mapping', text, mapping)),
    status_code_mapping: sent(wish.status_code_mapping, (text) => jsonText('status_code_mapping', text, statusMapping)),
    param_override: sent(wish.param_override, (text) => jsonText('param_override', text, anyObject)),
    setting: sent(wish.setting, (text) => jsonText('setting', text, anyObject)),
    openai_organization: sent(wish.openai_organization, (text) => text.trim()),
    test_model: sent(wish.test_model, (text) => text.trim()),
    max_input_tokens: wish.max_input_tokens === null ? 0 : wish.max_input_tokens,
    priority: wish.priority === null ? 0 : wish.priority,
    weight: wish.weight === null ? 0 : wish.weight,
    auto_ban: wish.auto_ban === null ? 1 : wish.auto_ban,
  })
}

/** A field sent as null is emptied; one that was not sent is left alone. */
const sent = (text: string | null | undefined, form: (text: string) => string): string | undefined =>
  text === undefined ? undefined : form(text ?? '')

const baseUrl = (text: string, policy: AddressPolicy): string => {
  const address = text.trim().replace(/\/+$/, '')
  if (address === '') return ''
  try {
    checkUrl(address, policy)
    // Paths are put behind it: behind a query or a fragment they would be no paths.
    if (/[?#]/.test(address)) throw new AddressRefused()
  } catch {
    throw new ApplicationError('input_invalid', { field: 'base_url', reason: 'address_refused' })
  }
  return address
}

const modelList = (text: string): string => {
  const names = nameList(text)
  if (names.length === 0) throw new ApplicationError('input_invalid', { field: 'models', reason: 'models_missing' })
  return names.join(',')
}

const anyObject = z.record(z.string(), z.unknown())
const mapping = z.record(z.string(), z.string())
const statusCode = z.union([
  z.int().check(z.minimum(400), z.maximum(599)),
  z.string().check(z.regex(/^\s*[45]\d\d\s*$/)),
])
const statusMapping = z.record(z.string().check(z.regex(/^[1-5]\d\d$/)), statusCode)

/** JSON that was empty or holds nothing is stored empty. */
const jsonText = (field: string, text: string, schema: z.ZodMiniType): string => {
  const trimmed = text.trim()
  if (trimmed === '') return ''
  const value = parse(trimmed)
  if (value === undefined) throw new ApplicationError('input_invalid', { field, reason: 'not_json' })
  if (!z.safeParse(anyObject, value).success) {
    throw new ApplicationError('input_invalid', { field, reason: 'not_json_object' })
  }
  if (!z.safeParse(schema, value).success)
    throw new ApplicationError('input_invalid', { field, reason: 'wrong_format' })
  return trimmed
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
