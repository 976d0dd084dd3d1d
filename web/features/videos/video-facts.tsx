import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { Facts } from '../../ui/facts.tsx'
import { MediaLinks } from '../../ui/list/media-links.tsx'
import { ChannelBadge, ModelName } from '../../ui/list/work-cells.tsx'
import { Time } from '../../ui/time.tsx'
import { Action, Progress, Status } from './video-cells.tsx'
import type { VideoRow } from './video-row.ts'

/** What was asked for, how far it has come, and what came of it. */
export function VideoFacts({ row }: { row: VideoRow }) {
  const t = useText('videos')
  const format = useFormat()
  const { finish_time: end, submit_time: start } = row
  const told = (id: string, value: string, label: string) => (value === '' ? [] : [{ id, label, value }])
  const facts = [
    { id: 'model', label: t('columnModel'), value: <ModelName model={row.model} mark={row.mark} /> },
    { id: 'status', label: t('columnStatus'), value: <Status status={row.status} /> },
    { id: 'action', label: t('columnAction'), value: <Action action={row.action} /> },
    { id: 'progress', label: t('columnProgress'), value: <Progress row={row} /> },
    ...told('length', row.seconds === 0 ? '' : format.duration(row.seconds), t('factLength')),
    ...told('size', row.size, t('factSize')),
    { id: 'cost', label: t('factCost'), value: format.cost(row.quota) },
    ...told('took', end === 0 ? '' : format.duration(Math.max(0, end - start)), t('columnDuration')),
    { id: 'submitted', label: t('columnSubmitted'), value: <Time seconds={start} look="absolute" /> },
    { id: 'finished', label: t('columnFinished'), value: <Time seconds={end} look="absolute" /> },
    ...(row.channel_id === undefined
      ? []
      : [
          {
            ...{ id: 'channel', label: t('columnChannel') },
            value: <ChannelBadge id={row.channel_id} name={row.channel_name} />,
          },
        ]),
    ...(row.prompt === ''
      ? []
      : [
          {
            ...{ id: 'prompt', label: t('columnPrompt'), wide: true },
            value: <span className="whitespace-pre-line">{row.prompt}</span>,
          },
        ]),
    ...told('reason', row.fail_reason, t('columnReason')).map((fact) => ({ ...fact, wide: true })),
    ...(row.media.length === 0
      ? []
      : [{ id: 'media', label: t('factAddresses'), value: <MediaLinks media={row.media} />, wide: true }]),
  ]
  return <Facts facts={facts} />
}
