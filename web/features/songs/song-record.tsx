import type { ReactNode } from 'react'
import { useText } from '../../lib/i18n.ts'
import { ListRecord } from '../../ui/list/list-record.tsx'
import type { SongRow } from './song-row.ts'

/** What was made, to be heard and seen, and all that is known of it. */
export function SongRecord({ row, columns }: { row: SongRow; columns: ReactNode }) {
  const t = useText('songs')
  const record = recordOf(row)
  return (
    <div className="grid gap-4">
      {row.media
        .filter(({ kind }) => kind !== 'image')
        .map(({ kind, url }, place) =>
          kind === 'audio' ? (
            // biome-ignore lint/a11y/useMediaCaption: its words stand in the record
            <audio
              key={url}
              controls
              preload="none"
              src={url}
              aria-label={t('listen', { number: place + 1 })}
              className="w-full"
            />
          ) : (
            // biome-ignore lint/a11y/useMediaCaption: its words stand in the record
            <video key={url} controls preload="none" src={url} className="max-h-[50dvh] w-full rounded-lg" />
          ),
        )}
      {columns}
      <ListRecord text={record} />
    </div>
  )
}

/** Readable, with what the upstream said as the object it is. */
const recordOf = ({ media: _media, ...row }: SongRow): string =>
  JSON.stringify({ ...row, data: parsed(row.data) }, undefined, 2)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
