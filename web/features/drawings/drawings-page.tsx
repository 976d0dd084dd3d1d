import { useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { useStatus } from '../../lib/status.ts'
import { Notice } from '../../ui/notice.tsx'
import { Overlay } from '../../ui/overlay.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { TablePage } from '../../ui/table-page.tsx'
import { TimeRangeFilter } from '../../ui/time-range-filter.tsx'
import { useDrawingColumns } from './drawing-columns.tsx'
import { actionLook } from './drawing-looks.ts'
import { DrawingViewer } from './drawing-viewer.tsx'
import { type DrawingRow, useDrawings } from './use-drawings.ts'

/** What was drawn, and how far what is being drawn has come. */
export function DrawingsPage() {
  const t = useText('drawings')
  const { mj_notify_enabled: hearsNotices } = useStatus()
  const { table, admin, range, query } = useDrawings()
  const [shown, setShown] = useState<number>()
  const [show] = useState(() => (row: DrawingRow) => setShown(row.id))
  const columns = useDrawingColumns(admin, show)
  const close = () => setShown(undefined)
  return (
    <>
      <TablePage
        title={t('drawings')}
        table={table}
        query={query}
        columns={columns}
        rowId={(row) => String(row.id)}
        rowName={(row) => `${nameOf(row.action, t)} ${row.mj_id}`}
        dense
        notice={admin && !hearsNotices && <Notice>{t('noticesOff')}</Notice>}
        search={{ label: t('filterTask'), value: table.search.mj_id, onSearch: (id) => table.filter({ mj_id: id }) }}
        filters={
          <>
            {admin && (
              <SearchInput
                className="w-full sm:w-38"
                label={t('filterChannel')}
                value={table.search.channel === undefined ? '' : String(table.search.channel)}
                onSearch={(text) => table.filter({ channel: /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined })}
              />
            )}
            <TimeRangeFilter
              key={`${range.start} ${range.end}`}
              range={range}
              onRange={({ start, end }) => table.filter({ start_timestamp: start, end_timestamp: end })}
            />
          </>
        }
        columnSettings={{ key: 'drawings-table-columns' }}
        emptyTitle={t('emptyTitle')}
        emptyHint={t('emptyHint')}
      />
      <Overlay onClose={close}>
        {shown !== undefined && <DrawingViewer rows={query.data?.items ?? []} first={shown} onClose={close} />}
      </Overlay>
    </>
  )
}

const nameOf = (action: string, t: ReturnType<typeof useText<'drawings'>>): string => {
  const look = actionLook(action)
  return look ? t(look.key) : action
}
