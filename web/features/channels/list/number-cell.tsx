import { channelBatches } from '#contract/channel-batches.ts'
import { channels } from '#contract/channels.ts'
import { useChange } from '../../../lib/change.ts'
import { useText } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { readPriority, readTagWeight, readWeight } from '../form/channel-numbers.ts'
import { type ChannelRow, isTag, rowName } from './channel-row.ts'
import { InlineNumber } from './inline-number.tsx'

type NumberCellProps = { row: ChannelRow; field: 'priority' | 'weight' }

/** Priority or weight, edited in place: of a channel, or of all channels of a tag, which is asked where they differ. */
export function NumberCell({ row, field }: NumberCellProps) {
  const t = useText('channels')
  const own = useChange<typeof channels.update, ChannelRow>(channels.update, {
    show: ({ body: { id, [field]: value } }) => {
      return (each) => (each.id === id ? { ...each, [field]: value } : each)
    },
    done: t('updated'),
  })
  const ofTag = useChange(channelBatches.changeTag, {
    ask: ({ body: { tag } }) =>
      row[field] === null && isTag(row)
        ? { title: t('levelTitle', { count: row.count, tag }), text: t('levelText'), action: t('levelConfirm') }
        : undefined,
    done: (count) => t('tagUpdated', { count }),
  })
  const save = (value: number) =>
    isTag(row)
      ? ofTag.run({ body: { tag: row.tag, [field]: value } })
      : own.run({ body: { id: row.id, [field]: value } })
  const read = isTag(row) ? readTagWeight : readWeight
  return (
    <InlineNumber
      value={row[field]}
      label={t(field === 'priority' ? 'priorityOf' : 'weightOf', { name: rowName(row) })}
      read={field === 'priority' ? readPriority : read}
      onSave={(value) => void save(value)}
      onWrong={() => notify.error(t(`field.${field}.wrong`))}
    />
  )
}
