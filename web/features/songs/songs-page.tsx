import { useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { Overlay } from '../../ui/overlay.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { TablePage } from '../../ui/table-page.tsx'
import { TimeRangeFilter } from '../../ui/time-range-filter.tsx'
import { useSongColumns } from './song-columns.tsx'
import { SongRecord } from './song-record.tsx'
import { type SongRow, useSongs } from './use-songs.ts'

/** Songs and whatever else is made in tasks, and how far they have come. */
export function SongsPage() {
  const t = useText('songs')
  const { table, admin, range, query } = useSongs()
  const [shown, setShown] = useState<number>()
  const [show] = useState(() => (row: SongRow) => setShown(row.id))
  const columns = useSongColumns(admin, show)
  const close = () => setShown(undefined)
  const row = query.data?.items.find(({ id }) => id === shown)
  return (
    <>
      <TablePage
        title={t('songs')}
        table={table}
        query={query}
        columns={columns}
        rowId={({ id }) => String(id)}
        rowName={({ task_id: id }) => id}
        dense
        search={{
          label: t('filterTask'),
          value: table.search.task_id,
          onSearch: (id) => table.filter({ task_id: id }),
        }}
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
        columnSettings={{ key: 'songs-table-columns' }}
        emptyTitle={t('emptyTitle')}
        emptyHint={t('emptyHint')}
      />
      <Overlay onClose={close}>{row && <SongRecord row={row} onClose={close} />}</Overlay>
    </>
  )
}
