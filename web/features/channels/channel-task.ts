import type { Channel } from '#contract/channels.ts'
import type { Text } from '../../lib/i18n.ts'
import { type ChannelFormValues, channelValues, newChannelValues } from './channel-form.ts'

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

export const taskDone = { create: 'created', copy: 'copiedChannel', edit: 'updated' } as const

/** An empty key means something else for each. */
export const keyPlaceholder = (task: ChannelTask, t: Text<'channels'>): string => {
  if (task.kind === 'create') return ''
  return t(task.kind === 'copy' ? 'keyFromSource' : 'keyKeep')
}
