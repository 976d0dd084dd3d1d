import { useText } from '../../../lib/i18n.ts'
import { Badge } from '../../../ui/badge.tsx'
import { CardFacts } from '../../../ui/card-facts.tsx'
import { nameList } from '../form/name-list.ts'
import { GroupBadges, ResponseCell, StatusCell, TypeCell, UsedCell } from './channel-cells.tsx'
import { type ChannelRow, isTag } from './channel-row.ts'
import { NumberCell } from './number-cell.tsx'

/** A channel or a tag on a phone, below its name. */
export function ChannelRowCard({ row }: { row: ChannelRow }) {
  const t = useText('channels')
  return (
    <div className="grid gap-2.5">
      <div className="flex flex-wrap items-center gap-1.5">
        {!isTag(row) && <TypeCell type={row.type} />}
        {!isTag(row) && row.tag !== '' && <Badge tone="brand">{row.tag}</Badge>}
        <GroupBadges names={nameList(row.group)} />
        {!isTag(row) && <span className="ml-auto text-xs text-muted">#{row.id}</span>}
      </div>
      <CardFacts
        facts={[
          { label: t('columnStatus'), value: <StatusCell row={row} /> },
          { label: t('columnResponse'), value: <ResponseCell row={row} /> },
          { label: t('columnUsedBalance'), value: <UsedCell row={row} /> },
        ]}
      />
      <dl className="grid grid-cols-2 gap-4 *:flex *:items-center *:justify-between [&_dt]:text-xs [&_dt]:text-muted">
        <div>
          <dt>{t('columnPriority')}</dt>
          <dd>
            <NumberCell row={row} field="priority" />
          </dd>
        </div>
        <div>
          <dt>{t('columnWeight')}</dt>
          <dd>
            <NumberCell row={row} field="weight" />
          </dd>
        </div>
      </dl>
    </div>
  )
}
