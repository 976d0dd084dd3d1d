import { isChannelTag, type ListedChannel } from '#contract/channels.ts'
import type { Text } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import type { Column } from '../../../ui/column.ts'
import { readPriority, readTagWeight, readWeight } from '../form/channel-numbers.ts'
import type { ChannelEdit } from '../form/use-channel-edit.ts'
import type { TagEdit } from '../tags/use-tag-edit.ts'
import { rowName } from './channel-row.ts'
import { InlineNumber } from './inline-number.tsx'

/** Priority and weight, edited in place: of a channel, or of all channels of a tag. */
export const numberColumns = (t: Text<'channels'>, edit: ChannelEdit, editTag: TagEdit): Column<ListedChannel>[] => [
  {
    id: 'priority',
    label: t('columnPriority'),
    sort: 'priority',
    align: 'right',
    cell: (row) => (
      <InlineNumber
        value={row.priority}
        label={t('priorityOf', { name: rowName(row) })}
        read={readPriority}
        onSave={(priority) => (isChannelTag(row) ? editTag(row, { priority }) : edit({ id: row.id, priority }))}
        onWrong={() => notify.error(t('field.priority.wrong'))}
      />
    ),
  },
  {
    id: 'weight',
    label: t('columnWeight'),
    sort: 'weight',
    align: 'right',
    cell: (row) => (
      <InlineNumber
        value={row.weight}
        label={t('weightOf', { name: rowName(row) })}
        read={isChannelTag(row) ? readTagWeight : readWeight}
        onSave={(weight) => (isChannelTag(row) ? editTag(row, { weight }) : edit({ id: row.id, weight }))}
        onWrong={() => notify.error(t('field.weight.wrong'))}
      />
    ),
  },
]
