import { channelUpkeep } from '#contract/channel-upkeep.ts'
import { type Channel, channels, type NewChannelInput } from '#contract/channels.ts'
import type { ProviderCard } from '#contract/providers.ts'
import { call } from '../../../lib/api.ts'
import type { Text } from '../../../lib/i18n.ts'
import { type ChannelEdit, type ChannelForm, channelBody, channelForm, makesMany } from '../form/channel-form.ts'
import type { ChannelFormValues } from '../form/channel-values.ts'

/** Whether a channel is made, made after another one, or changed. */
export type ChannelTask = { kind: 'create' } | { kind: 'copy'; source: Channel } | { kind: 'edit'; channel: Channel }

/** What it begins with, and what its provider asks for. */
export const taskForm = (task: ChannelTask, providers: readonly ProviderCard[], t: Text<'channels'>): ChannelForm =>
  channelForm({
    needsAddress: (type) => providers.find((provider) => provider.type === type)?.base_url_required ?? false,
    ...(task.kind === 'copy'
      ? { copied: { source: task.source, name: t('copyName', { name: task.source.name }) } }
      : {}),
  })

export const taskTitles = { create: 'createChannel', copy: 'copyChannel', edit: 'editChannel' } as const

/** An empty key means something else for each. */
export const keyPlaceholder = (task: ChannelTask, t: Text<'channels'>): string => {
  if (task.kind === 'create') return ''
  return t(task.kind === 'copy' ? 'keyFromSource' : 'keyKeep')
}

/** Answers what to say once it is done. */
export const saveChannel = async (
  task: ChannelTask,
  edit: ChannelEdit,
  provider: ProviderCard | undefined,
  t: Text<'channels'>,
): Promise<string> => {
  const values = edit.form.getValues()
  if (task.kind === 'edit') {
    const changes = channelBody(edit.changes(values), values, provider)
    await call(channels.update, { body: { ...changes, id: task.channel.id } })
    return t('updated')
  }
  const body = newBody(task, edit, provider)
  if (makesMany(values, provider)) {
    const { count } = await call(channels.createMany, { body })
    return t('createdMany', { count })
  }
  await call(channels.create, { body })
  return t(task.kind === 'copy' ? 'copiedChannel' : 'created')
}

/** A copy has the key of its source, when no other was entered. */
const newBody = (task: ChannelTask, edit: ChannelEdit, provider: ProviderCard | undefined): NewChannelInput => {
  const values = edit.form.getValues()
  const body = channelBody(edit.body(values), values, provider)
  return { ...body, key: body.key || usableKey(task, values) }
}

/** The key that was entered, else the one the channel has or is copied with. */
export const usableKey = (task: ChannelTask, { key }: Pick<ChannelFormValues, 'key'>): string => {
  if (key.trim() !== '' || task.kind === 'create') return key.trim()
  return task.kind === 'copy' ? task.source.key : task.channel.key
}

/** What the upstream says it has: asked as saved, or as the form stands where that would reach it differently. */
export const upstreamModels = async (
  task: ChannelTask,
  edit: ChannelEdit,
  provider: ProviderCard | undefined,
): Promise<string[]> => {
  const values = edit.form.getValues()
  if (task.kind === 'edit') {
    const { type, key, key_list, base_url, other, setting } = edit.changes(values)
    const isAsSaved = [type, key, key_list, base_url, other, setting].every((field) => field === undefined)
    if (isAsSaved) return call(channelUpkeep.fetchModels, { params: { id: String(task.channel.id) } })
  }
  const { type, key_list, base_url, other, setting } = newBody(task, edit, provider)
  const key = usableKey(task, values)
  return call(channelUpkeep.fetchNewModels, { body: { type, key, key_list, base_url, other, setting } })
}
