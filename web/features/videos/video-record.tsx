import type { ReactNode } from 'react'
import { useText } from '../../lib/i18n.ts'
import { ListRecord } from '../../ui/list/list-record.tsx'
import type { VideoRow } from './video-row.ts'

/** The film, to be seen, and all that is known of it. */
export function VideoRecord({ row, columns }: { row: VideoRow; columns: ReactNode }) {
  const t = useText('videos')
  const { media, ...rest } = row
  const record = JSON.stringify(rest, undefined, 2)
  return (
    <div className="grid gap-4">
      {media.map(({ url }) => (
        // biome-ignore lint/a11y/useMediaCaption: what was asked for stands below it
        <video
          key={url}
          controls
          preload="metadata"
          src={url}
          aria-label={t('watch')}
          className="max-h-[50dvh] w-full rounded-lg bg-card"
        />
      ))}
      {columns}
      <ListRecord text={record} />
    </div>
  )
}
