import * as z from 'zod/mini'
import type { Channel, ChannelChangeInput, NewChannelInput } from '#contract/channels.ts'
import type { ProviderCard } from '#contract/providers.ts'
import type { Text } from '../../../lib/i18n.ts'
import { mappingField, objectField, otherField, statusMappingField } from './channel-json.ts'
import { hasManyKeys, splitKeys } from './channel-keys.ts'
import { isProxy, readSettings } from './channel-setting.ts'
import { nameList } from './name-list.ts'

export type ChannelFormValues = {
  type: number
  name: string
  key: string
  isKeyList: boolean
  /** One channel for each key, all else alike. */
  isBatch: boolean
  address: string
  other: string
  models: string[]
  groups: string[]
  modelMapping: string
  statusMapping: string
  setting: string
  override: string
  prefix: string
  tag: string
  testModel: string | null
  maxInputTokens: number | null
  priority: number | null
  weight: number | null
  autoBan: boolean
  organization: string
}

const longestName = 128

/** What differs by the provider of a channel; undefined as long as it is not known. */
type Provider = Pick<ProviderCard, 'key_is_document' | 'other_default'> | undefined

export const newChannelValues = (): ChannelFormValues => ({
  type: 1,
  name: '',
  key: '',
  isKeyList: false,
  isBatch: false,
  address: '',
  other: '',
  models: [],
  groups: ['default'],
  modelMapping: '',
  statusMapping: '',
  setting: '',
  override: '',
  prefix: '',
  tag: '',
  testModel: null,
  maxInputTokens: null,
  priority: 0,
  weight: 0,
  autoBan: true,
  organization: '',
})

/** The key stays where it is: a form never shows it. */
export const channelValues = (channel: Channel): ChannelFormValues => ({
  type: channel.type,
  name: channel.name,
  key: '',
  isKeyList: false,
  isBatch: false,
  address: channel.base_url,
  other: channel.other,
  models: nameList(channel.models),
  groups: nameList(channel.group),
  modelMapping: channel.model_mapping,
  statusMapping: channel.status_code_mapping,
  setting: channel.setting,
  override: channel.param_override,
  prefix: channel.model_prefix,
  tag: channel.tag,
  testModel: channel.test_model === '' ? null : channel.test_model,
  maxInputTokens: channel.max_input_tokens === 0 ? null : channel.max_input_tokens,
  priority: channel.priority,
  weight: channel.weight,
  autoBan: channel.auto_ban !== 0,
  organization: channel.openai_organization,
})

type Needs = { key: boolean; addressOf(type: number): boolean }

export const channelSchema = (t: Text<'channels'>, needs: Needs) => {
  return z
    .object({
      type: z.number(),
      name: z
        .string()
        .check(
          z.trim(),
          z.minLength(1, t('nameAndKeyMissing')),
          z.maxLength(longestName, t('nameLong', { count: longestName })),
        ),
      key: z.string().check(z.refine((key) => !needs.key || key.trim() !== '', t('nameAndKeyMissing'))),
      isKeyList: z.boolean(),
      isBatch: z.boolean(),
      address: z.string().check(z.refine(isAddress, t('addressWrong'))),
      other: otherField(t),
      models: z.array(z.string()).check(z.minLength(1, t('modelsMissing'))),
      groups: z.array(z.string()),
      modelMapping: mappingField(t),
      statusMapping: statusMappingField(t),
      setting: objectField(t, 'settingWrong').check(z.refine(hasUsableProxy, t('proxyWrong'))),
      override: objectField(t, 'overrideWrong'),
      prefix: z.string(),
      tag: z.string(),
      testModel: z.nullable(z.string()),
      maxInputTokens: z
        .nullable(z.number())
        .check(z.refine((count) => count === null || (Number.isInteger(count) && count >= 0), t('maxInputWrong'))),
      priority: z.nullable(z.number()).check(z.refine(isInteger, t('priorityWrong'))),
      weight: z
        .nullable(z.number())
        .check(z.refine((weight) => isInteger(weight) && Number(weight) >= 0, t('weightWrong'))),
      autoBan: z.boolean(),
      organization: z.string(),
    })
    .check(
      z.refine(({ type, address }) => !needs.addressOf(type) || address.trim() !== '', {
        error: t('addressRequired'),
        path: ['address'],
        when: () => true,
      }),
    )
}

type KeyValues = Pick<ChannelFormValues, 'key' | 'isKeyList' | 'isBatch'>

/** Whether the keys entered are for a channel each: a list of them, or an array of documents. */
export const makesMany = ({ key, isKeyList, isBatch }: KeyValues, provider: Provider): boolean =>
  isBatch && hasManyKeys(key, provider?.key_is_document ?? false, isKeyList)

/** `sourceKey`: the key of the channel that is copied, for when none was entered. */
export const newChannelBody = (values: ChannelFormValues, provider: Provider, sourceKey = ''): NewChannelInput => {
  const fields = fieldsOf(values, provider)
  return { ...fields, key: fields.key || sourceKey }
}

/** What a channel is changed by: only the fields that differ; an empty key keeps the one there is. */
export const channelChange = (channel: Channel, values: ChannelFormValues, provider: Provider): ChannelChangeInput => {
  const before: Record<string, unknown> = { ...fieldsOf(channelValues(channel), provider), key: '' }
  const changed = Object.entries(fieldsOf(values, provider)).filter(([name, value]) => value !== before[name])
  return { id: channel.id, ...Object.fromEntries(changed) }
}

const withoutTrailingSlash = (address: string): string => address.trim().replace(/\/+$/, '')

/** The version is part of the paths we ask for, so an address that has it too leads nowhere. */
export const endsWithVersion = (address: string): boolean => withoutTrailingSlash(address).endsWith('/v1')

const isAddress = (text: string): boolean => text.trim() === '' || /^https?:\/\/[^\s/]/i.test(text.trim())

const hasUsableProxy = (setting: string): boolean => {
  const proxy = readSettings(setting)?.proxy ?? ''
  return proxy === '' || isProxy(proxy)
}

const isInteger = (value: number | null) => value !== null && Number.isInteger(value)

const fieldsOf = (values: ChannelFormValues, provider: Provider) => ({
  type: values.type,
  name: values.name.trim(),
  key: values.isKeyList && !provider?.key_is_document ? splitKeys(values.key).join('\n') : values.key.trim(),
  base_url: withoutTrailingSlash(values.address),
  other: values.other.trim() || (provider?.other_default ?? ''),
  models: values.models.join(','),
  group: values.groups.join(','),
  model_mapping: values.modelMapping.trim(),
  status_code_mapping: values.statusMapping.trim(),
  setting: values.setting.trim(),
  param_override: values.override.trim(),
  model_prefix: values.prefix.trim(),
  tag: values.tag.trim(),
  test_model: values.testModel ?? '',
  max_input_tokens: values.maxInputTokens ?? 0,
  priority: values.priority ?? 0,
  weight: values.weight ?? 0,
  auto_ban: values.autoBan ? (1 as const) : (0 as const),
  openai_organization: values.organization.trim(),
})
