import { useMutation } from '@tanstack/react-query'
import { CopyPlus, ListChecks, ListFilter, Pencil, Power, PowerOff, RotateCcw, Trash2 } from 'lucide-react'
import { channelUpkeep } from '#contract/channel-upkeep.ts'
import {
  type Channel,
  type ChannelTag,
  channelStatuses,
  channels,
  isChannelTag,
  type ListedChannel,
} from '#contract/channels.ts'
import { call } from '../../../lib/api.ts'
import { confirm } from '../../../lib/confirm.ts'
import { useText } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { refresh } from '../../../lib/query.ts'
import type { MenuEntry } from '../../../ui/menu-entry.ts'
import type { ChannelEdit } from '../form/use-channel-edit.ts'

type ChannelActions = {
  edit: ChannelEdit
  onOpen(channel: Channel): void
  onCopy(source: Channel): void
  onTest(channel: Channel): void
}

type TagActions = {
  onEdit(row: ChannelTag): void
  onShow(tag: string): void
  onSwitch(tag: string, on: boolean): void
}

/** What can be done with a row, as the entries of its menu. */
export const useRowActions = (ofChannel: ChannelActions, ofTag: TagActions): ((row: ListedChannel) => MenuEntry[]) => {
  const channelEntries = useChannelActions(ofChannel)
  const tagEntries = useTagActions(ofTag)
  return (row) => (isChannelTag(row) ? tagEntries(row) : channelEntries(row))
}

const useChannelActions = ({ edit, onOpen, onCopy, onTest }: ChannelActions): ((channel: Channel) => MenuEntry[]) => {
  const t = useText('channels')
  // The list has no keys, so a copy is made of the channel itself.
  const load = useMutation({
    mutationFn: (channel: Channel) => call(channels.read, { params: { id: String(channel.id) } }),
    meta: { quiet: true },
    onSuccess: onCopy,
    onError: (error) => notify.error(`${t('copyFailed')}\n${error.message}`),
  })
  const remove = useMutation({
    mutationFn: (channel: Channel) => call(channels.remove, { params: { id: String(channel.id) } }),
    onSuccess: () => notify.success(t('operationDone')),
    onSettled: () => refresh(channels.list),
  })
  const enableKeys = useMutation({
    mutationFn: ({ id }: Channel) => call(channelUpkeep.enableKeys, { params: { id: String(id) }, body: {} }),
    onSuccess: () => notify.success(t('operationDone')),
    onSettled: () => refresh(channels.list),
  })
  const askToRemove = async (channel: Channel) => {
    const title = t('deleteTitle', { name: channel.name })
    if (await confirm({ title, text: t('deleteText'), action: t('delete'), danger: true })) remove.mutate(channel)
  }
  return (channel) => [
    channel.status === channelStatuses.enabled
      ? { label: t('disable'), icon: <PowerOff />, onSelect: () => edit({ id: channel.id, status: 2 }) }
      : { label: t('enable'), icon: <Power />, onSelect: () => edit({ id: channel.id, status: 1 }) },
    { label: t('edit'), icon: <Pencil />, onSelect: () => onOpen(channel) },
    { label: t('testModels'), icon: <ListChecks />, onSelect: () => onTest(channel) },
    ...(channel.stopped_keys.length > 0
      ? [{ label: t('keysEnableAll'), icon: <RotateCcw />, onSelect: () => enableKeys.mutate(channel) }]
      : []),
    { label: t('copyAsNew'), icon: <CopyPlus />, onSelect: () => load.mutate(channel) },
    'separator',
    { label: t('delete'), icon: <Trash2 />, danger: true, onSelect: () => void askToRemove(channel) },
  ]
}

const useTagActions = ({ onEdit, onShow, onSwitch }: TagActions): ((row: ChannelTag) => MenuEntry[]) => {
  const t = useText('channels')
  return (row) => [
    { label: t('enableAll'), icon: <Power />, onSelect: () => onSwitch(row.tag, true) },
    { label: t('disableAll'), icon: <PowerOff />, onSelect: () => onSwitch(row.tag, false) },
    { label: t('editTagEntry'), icon: <Pencil />, onSelect: () => onEdit(row) },
    { label: t('showTag'), icon: <ListFilter />, onSelect: () => onShow(row.tag) },
  ]
}
