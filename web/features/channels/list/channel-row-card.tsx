import { useText } from '../../../lib/i18n.ts'
import { Badge } from '../../../ui/badge.tsx'
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
      <dl className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-start gap-4 [&_dt]:pb-0.5 [&_dt]:text-xs [&_dt]:text-muted">
        <div className="min-w-0">
          <dt>{t('columnStatus')}</dt>
          <dd>
            <StatusCell row={row} />
          </dd>
        </div>
        <div className="min-w-0">
          <dt>{t('columnResponse')}</dt>
          <dd>
            <ResponseCell row={row} />
          </dd>
        </div>
        <div className="min-w-0 text-right">
          <dt>{t('columnUsedBalance')}</dt>
          <dd>
            <UsedCell row={row} />
          </dd>
        </div>
      </dl>
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
