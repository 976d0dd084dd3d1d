import { useMemo } from 'react'
import type { Channel } from '#contract/channels.ts'
import type { ProviderCard } from '#contract/providers.ts'
import { type Formats, formatMoney, useFormat } from '../../lib/format.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { Badge, latencyTone } from '../../ui/badge.tsx'
import type { Column } from '../../ui/column.ts'
import { readPriority, readWeight } from './channel-numbers.ts'
import { ChannelStatus } from './channel-status.tsx'
import { InlineNumber } from './inline-number.tsx'
import { ProviderMark } from './provider-mark.tsx'
import type { ChannelEdit } from './use-channel-edit.ts'
import { useProviders } from './use-providers.ts'

export const useChannelColumns = (edit: ChannelEdit): Column<Channel>[] => {
  const t = useText('channels')
  const format = useFormat()
  const providers = useProviders()
  return useMemo(
    () => [...channelColumns(t, format, providers), ...numberColumns(t, edit)],
    [t, format, providers, edit],
  )
}

const channelColumns = (t: Text<'channels'>, format: Formats, providers: ProviderCard[]): Column<Channel>[] => [
  { id: 'id', label: t('columnId'), cell: (channel) => <span className="text-muted">{channel.id}</span> },
  {
    id: 'name',
    label: t('columnName'),
    always: true,
    card: 'title',
    cell: (channel) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 sm:min-w-44">
        <span className="font-medium break-words">{channel.name}</span>
        {channel.tag !== '' && <Badge tone="brand">{channel.tag}</Badge>}
      </span>
    ),
  },
  {
    id: 'type',
    label: t('columnType'),
    cell: ({ type }) => {
      const label = providers.find((provider) => provider.type === type)?.label ?? t('typeUnknown', { type })
      return (
        <span className="inline-flex items-center gap-2 whitespace-nowrap">
          <ProviderMark type={type} label={label} />
          {label}
        </span>
      )
    },
  },
  {
    id: 'group',
    label: t('columnGroup'),
    cell: ({ group }) => <GroupBadges names={group.split(',')} />,
  },
  { id: 'status', label: t('columnStatus'), cell: (channel) => <ChannelStatus channel={channel} /> },
  {
    id: 'response',
    label: t('columnResponse'),
    cell: ({ response_time, test_time }) => (
      <Badge
        tone={latencyTone(response_time)}
        {...(test_time > 0 ? { title: t('testedAt', { time: format.dateTime(test_time) }) } : {})}
      >
        {response_time === 0 ? t('untested') : `${(response_time / 1000).toFixed(2)} s`}
      </Badge>
    ),
  },
  {
    id: 'used',
    label: t('columnUsed'),
    align: 'right',
    cell: (channel) => format.quota(channel.used_quota),
  },
  {
    id: 'balance',
    label: t('columnBalance'),
    align: 'right',
    cell: ({ balance, balance_updated_time: time }) => (
      <span title={time > 0 ? t('balanceAt', { time: format.dateTime(time) }) : undefined}>{formatMoney(balance)}</span>
    ),
  },
]

const numberColumns = (t: Text<'channels'>, edit: ChannelEdit): Column<Channel>[] => [
  {
    id: 'priority',
    label: t('columnPriority'),
    align: 'right',
    cell: ({ id, name, priority }) => (
      <InlineNumber
        value={priority}
        label={t('priorityOf', { name })}
        read={readPriority}
        onSave={(value) => edit({ id, priority: value })}
        onWrong={() => notify.error(t('priorityWrong'))}
      />
    ),
  },
  {
    id: 'weight',
    label: t('columnWeight'),
    align: 'right',
    cell: ({ id, name, weight }) => (
      <InlineNumber
        value={weight}
        label={t('weightOf', { name })}
        read={readWeight}
        onSave={(value) => edit({ id, weight: value })}
        onWrong={() => notify.error(t('weightWrong'))}
      />
    ),
  },
]

const mostShown = 3

function GroupBadges({ names }: { names: readonly string[] }) {
  const rest = names.slice(mostShown)
  return (
    <span className="inline-flex gap-1">
      {names.slice(0, mostShown).map((name) => (
        <Badge key={name}>{name}</Badge>
      ))}
      {rest.length > 0 && (
        <Badge tone="muted" title={rest.join(', ')}>
          +{rest.length}
        </Badge>
      )}
    </span>
  )
}
