import { confirm } from '../../../lib/confirm.ts'
import { useText } from '../../../lib/i18n.ts'
import { useHasRoom } from '../../../ui/room.tsx'
import { readPriority, readTagWeight, readWeight } from '../form/channel-numbers.ts'
import { useSetValues } from '../values/use-set-values.ts'
import { type ChannelRow, isTag, rowName } from './channel-row.ts'
import { InlineNumber } from './inline-number.tsx'

type NumberCellProps = { row: ChannelRow; field: 'priority' | 'weight' }

/** Priority or weight, edited in place: of a channel, or of all channels of a tag, which is asked where they differ. */
export function NumberCell({ row, field }: NumberCellProps) {
  const t = useText('channels')
  const { give } = useSetValues()
  const hasRoom = useHasRoom()
  const save = async (value: number) => {
    const isLevelled = isTag(row) && row[field] === null
    const question = isLevelled && {
      ...{
        title: t('levelTitle', { count: row.count, tag: row.tag }),
        text: t('levelText'),
        action: t('levelConfirm'),
      },
    }
    if (question && !(await confirm(question))) return
    give({ ids: isTag(row) ? row.ids : [row.id], to: { [field]: value } })
  }
  // Where it is looked into it is read, and changed where all of it is.
  if (hasRoom) return row[field] ?? '–'
  const read = isTag(row) ? readTagWeight : readWeight
  return (
    <InlineNumber
      value={row[field]}
      label={t(field === 'priority' ? 'priorityOf' : 'weightOf', { name: rowName(row) })}
      fault={t(`field.${field}.wrong`)}
      read={field === 'priority' ? readPriority : read}
      onSave={(value) => void save(value)}
    />
  )
}
