import * as z from 'zod/mini'
import { drawnColumns, emptyColumns } from '#contract/channel-field-parts.ts'
import type { Channel, ChannelChangeInput, NewChannelInput } from '#contract/channels.ts'
import type { ProviderCard } from '#contract/providers.ts'
import type { Text } from '../../../lib/i18n.ts'
import { hasManyKeys, splitKeys } from './channel-keys.ts'
import { type ChannelFormValues, formValue, sentValue, withoutTrailingSlash } from './channel-values.ts'
import { fieldSchema } from './field-schema.ts'

/** What differs by the provider of a channel; undefined as long as it is not known. */
type Provider = Pick<ProviderCard, 'key_is_document' | 'other_default'> | undefined

const newKey = { key: '', isKeyList: false, isBatch: false }

/** One key until a list of them is entered. */
export const newChannelValues = (): ChannelFormValues => channelValues({ ...emptyColumns, key_list: 0 })

/** The key stays where it is: a form never shows it. */
export const channelValues = (channel: typeof emptyColumns): ChannelFormValues => {
  const values = drawnColumns.map(([name, column]) => [name, formValue(column, channel[name])])
  const own = { type: channel.type, ...newKey, isKeyList: channel.key_list !== 0 }
  // seam: Object.fromEntries forgets which names there are
  return { ...own, ...Object.fromEntries(values) } as ChannelFormValues
}

type Needs = { key: boolean; addressOf(type: number): boolean }

export const channelSchema = (t: Text<'channels'>, needs: Needs) => {
  const schema = z.object({
    type: z.number(),
    ...Object.fromEntries(drawnColumns.map(([name, column]) => [name, fieldSchema(name, column, t)])),
    key: z.string().check(z.refine((key) => !needs.key || key.trim() !== '', t('nameAndKeyMissing'))),
    isKeyList: z.boolean(),
    isBatch: z.boolean(),
  })
  // seam: Object.fromEntries forgets which names there are
  return (schema as unknown as z.ZodMiniType<ChannelFormValues, ChannelFormValues>).check(
    z.refine(({ type, base_url }) => !needs.addressOf(type) || base_url.trim() !== '', {
      error: t('addressRequired'),
      path: ['base_url'],
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

/** The version is part of the paths we ask for, so an address that has it too leads nowhere. */
export const endsWithVersion = (address: string): boolean => withoutTrailingSlash(address).endsWith('/v1')

type Sent = Omit<NewChannelInput, 'key'> & { key: string }

const fieldsOf = (values: ChannelFormValues, provider: Provider): Sent => {
  const isList = values.isKeyList && !provider?.key_is_document
  const fields = drawnColumns.map(([name, column]) => {
    const said = sentValue(column, values[name])
    return [name, name === 'other' && said === '' ? (provider?.other_default ?? '') : said]
  })
  return {
    type: values.type,
    key: isList ? splitKeys(values.key).join('\n') : values.key.trim(),
    // Those that are for a channel each are one key there.
    key_list: values.isKeyList && !makesMany(values, provider) ? 1 : 0,
    ...Object.fromEntries(fields),
  } as Sent // seam: Object.fromEntries forgets which names there are
}
