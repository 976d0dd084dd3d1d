import * as z from 'zod/mini'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { type Fact, Facts } from '../../ui/facts.tsx'
import { MediaLinks } from '../../ui/list/media-links.tsx'
import { ChannelBadge } from '../../ui/list/work-cells.tsx'
import { Time } from '../../ui/time.tsx'
import { Action, Progress, Status } from './song-cells.tsx'
import type { SongRow } from './song-row.ts'

/** What was asked for, how far it has come, and what came of it, as far as its upstream tells that. */
export function SongFacts({ row }: { row: SongRow }) {
  const t = useText('songs')
  const format = useFormat()
  const { finish_time: end, submit_time: start } = row
  const clips = clipsOf(row.data)
  /** Of several songs that are made at once each has its own line. */
  const told = (id: string, label: string, values: readonly string[], wide = false): Fact[] => {
    const lines = [...new Set(values)].filter((value) => value !== '')
    return lines.length === 0
      ? []
      : [{ id, label, value: <span className="whitespace-pre-line">{lines.join('\n')}</span>, wide }]
  }
  const lengths = clips.map(({ metadata: { duration } }) => (duration === 0 ? '' : format.duration(duration)))
  const facts: Fact[] = [
    ...told(
      'title',
      t('factTitle'),
      clips.map(({ title }) => title),
    ),
    ...told(
      'model',
      t('factModel'),
      clips.map(({ model_name: model }) => model),
    ),
    { id: 'status', label: t('columnStatus'), value: <Status status={row.status} /> },
    { id: 'action', label: t('columnAction'), value: <Action action={row.action} /> },
    { id: 'progress', label: t('columnProgress'), value: <Progress row={row} /> },
    ...told('length', t('factLength'), lengths),
    { id: 'platform', label: t('columnPlatform'), value: row.platform },
    { id: 'cost', label: t('factCost'), value: format.cost(row.quota) },
    { id: 'submitted', label: t('columnSubmitted'), value: <Time seconds={start} look="absolute" /> },
    { id: 'started', label: t('factStarted'), value: <Time seconds={row.start_time} look="absolute" /> },
    { id: 'finished', label: t('columnFinished'), value: <Time seconds={end} look="absolute" /> },
    ...told('took', t('columnDuration'), end === 0 ? [] : [format.duration(Math.max(0, end - start))]),
    ...(row.channel_id === undefined
      ? []
      : [
          {
            ...{ id: 'channel', label: t('columnChannel') },
            value: <ChannelBadge id={row.channel_id} name={row.channel_name} />,
          },
        ]),
    ...told(
      'style',
      t('factStyle'),
      clips.map(({ metadata }) => metadata.tags),
      true,
    ),
    ...told('reason', t('columnReason'), [row.fail_reason], true),
    ...told(
      'lyrics',
      t('factLyrics'),
      clips.map(({ text, metadata }) => text || metadata.prompt),
      true,
    ),
    ...(row.media.length === 0
      ? []
      : [{ id: 'media', label: t('factAddresses'), value: <MediaLinks media={row.media} />, wide: true }]),
  ]
  return <Facts facts={facts} />
}

/** Upstreams tell more or less of a song; what is not told is empty. */
const text = z.catch(z.string(), '')
const noMetadata = { duration: 0, tags: '', prompt: '' }
const clip = z.object({
  ...{ title: text, model_name: text, text },
  metadata: z.catch(z.object({ duration: z.catch(z.number(), 0), tags: text, prompt: text }), noMetadata),
})

/** One or several songs, or the words of one. */
const clipsOf = (data: string): readonly z.output<typeof clip>[] => {
  try {
    const told: unknown = JSON.parse(data)
    return [told].flat().flatMap((each) => clip.safeParse(each).data ?? [])
  } catch {
    return []
  }
}
