import { channelUpkeep } from '#contract/channel-upkeep.ts'
import { type Channel, channels } from '#contract/channels.ts'
import type { ProviderCard } from '#contract/providers.ts'
import { call } from '../../../lib/api.ts'
import type { Text } from '../../../lib/i18n.ts'
import { channelChange, channelValues, makesMany, newChannelBody, newChannelValues } from '../form/channel-form.ts'
import type { ChannelFormValues } from '../form/channel-values.ts'

/** Whether a channel is made, made after another one, or changed. */
export type ChannelTask = { kind: 'create' } | { kind: 'copy'; source: Channel } | { kind: 'edit'; channel: Channel }

export const initialValues = (task: ChannelTask, t: Text<'channels'>): ChannelFormValues => {
  switch (task.kind) {
    case 'create':
      return newChannelValues()
    case 'copy':
      return { ...channelValues(task.source), name: t('copyName', { name: task.source.name }) }
    case 'edit':
      return channelValues(task.channel)
  }
}

export const taskTitles = { create: 'createChannel', copy: 'copyChannel', edit: 'editChannel' } as const

/** An empty key means something else for each. */
export const keyPlaceholder = (task: ChannelTask, t: Text<'channels'>): string => {
  if (task.kind === 'create') return ''
  return t(task.kind === 'copy' ? 'keyFromSource' : 'keyKeep')
}

/** Answers what to say once it is done. */
export const saveChannel = async (
  task: ChannelTask,
  values: ChannelFormValues,
  provider: ProviderCard | undefined,
  t: Text<'channels'>,
): Promise<string> => {
  if (task.kind === 'edit') {
    await call(channels.update, { body: channelChange(task.channel, values, provider) })
    return t('updated')
  }
  const body = newChannelBody(values, provider, task.kind === 'copy' ? task.source.key : '')
  if (makesMany(values, provider)) {
    const { count } = await call(channels.createMany, { body })
    return t('createdMany', { count })
  }
  await call(channels.create, { body })
  return t(task.kind === 'copy' ? 'copiedChannel' : 'created')
}

/** The key that was entered, else the one the channel has or is copied with. */
export const usableKey = (task: ChannelTask, { key }: Pick<ChannelFormValues, 'key'>): string => {
  if (key.trim() !== '' || task.kind === 'create') return key.trim()
  return task.kind === 'copy' ? task.source.key : task.channel.key
}

/** What the upstream says it has: asked as saved, or as the form stands where that would reach it differently. */
export const upstreamModels = async (
  task: ChannelTask,
  values: ChannelFormValues,
  provider: ProviderCard | undefined,
): Promise<string[]> => {
  if (task.kind === 'edit') {
    const { type, key, key_list, base_url, other, setting } = channelChange(task.channel, values, provider)
    const isAsSaved = [type, key, key_list, base_url, other, setting].every((field) => field === undefined)
    if (isAsSaved) return call(channelUpkeep.fetchModels, { params: { id: String(task.channel.id) } })
  }
  const { type, key_list, base_url, other, setting } = newChannelBody(values, provider)
  const key = usableKey(task, values)
  return call(channelUpkeep.fetchNewModels, { body: { type, key, key_list, base_url, other, setting } })
}
