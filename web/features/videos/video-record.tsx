import { useText } from '../../lib/i18n.ts'
import { Copy } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { VideoRow } from './video-row.ts'

type VideoRecordProps = { row: VideoRow; onClose(): void }

/** The film, to be seen, and the whole record of it. */
export function VideoRecord({ row, onClose }: VideoRecordProps) {
  const t = useText('videos')
  const { media, ...rest } = row
  const record = JSON.stringify(rest, undefined, 2)
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={t('record')}
      description={row.task_id}
      footer={<Copy text={record} />}
    >
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
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          className="max-h-[50dvh] overflow-auto rounded-lg border bg-card p-3 text-xs break-words whitespace-pre-wrap"
        >
          {record}
        </pre>
      </div>
    </Dialog>
  )
}
