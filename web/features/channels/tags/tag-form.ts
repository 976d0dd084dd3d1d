import * as z from 'zod/mini'
import type { TagChange } from '#contract/channel-batches.ts'
import type { ChannelTag } from '#contract/channels.ts'
import type { Text } from '../../../lib/i18n.ts'
import { mappingField } from '../form/channel-json.ts'
import { nameList } from '../form/name-list.ts'

export type TagFormValues = { tag: string; models: string[]; groups: string[]; modelMapping: string }

/** What all channels of a tag share; empty where they differ. */
export const tagValues = ({ tag, children }: ChannelTag): TagFormValues => ({
  tag,
  models: nameList(shared(children.map(({ models }) => models)) ?? ''),
  groups: nameList(shared(children.map(({ group }) => group)) ?? ''),
  modelMapping: shared(children.map(({ model_mapping }) => model_mapping)) ?? '',
})

export const tagSchema = (t: Text<'channels'>) =>
  z.object({
    tag: z.string(),
    models: z.array(z.string()),
    groups: z.array(z.string()),
    modelMapping: mappingField(t),
  })

/** What a tag is changed by: only what differs from what was shown; undefined when nothing does. */
export const tagChange = (row: ChannelTag, values: TagFormValues): TagChange | undefined => {
  const before = tagValues(row)
  const change = {
    ...(values.tag.trim() === row.tag ? {} : { new_tag: values.tag.trim() }),
    ...(isSame(values.models, before.models) ? {} : { models: values.models.join(',') }),
    ...(isSame(values.groups, before.groups) ? {} : { groups: values.groups.join(',') }),
    ...(values.modelMapping.trim() === before.modelMapping ? {} : { model_mapping: values.modelMapping.trim() }),
  }
  return Object.keys(change).length === 0 ? undefined : { tag: row.tag, ...change }
}

/** Whether the channels of a tag differ in something that the form shows as empty. */
export const differs = ({ children }: ChannelTag, field: 'models' | 'group' | 'model_mapping'): boolean =>
  shared(children.map((channel) => channel[field])) === undefined

const shared = (values: readonly string[]): string | undefined => {
  const [first] = values
  return values.every((value) => value === first) ? first : undefined
}

const isSame = (left: readonly string[], right: readonly string[]): boolean => left.join() === right.join()
