import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { useFormat } from '../../lib/format.ts'
import type { Known } from '../../lib/known.ts'
import { Badge, type Tone } from '../badge.tsx'
import { Copy } from '../copy.tsx'
import { Mark } from '../mark.tsx'
import { useHasRoom } from '../room.tsx'
import { Time } from '../time.tsx'
import { useViewRow } from './view-row.ts'

/** How a word of the server's is said and coloured. */
export type Look = { key: string; tone: Tone }

/** The look of a word, where it has one. */
export const lookIn = <Table extends Readonly<Record<string, Look>>>(
  table: Table,
  word: string | number,
): Table[keyof Table] | undefined =>
  // seam: that it has the word was just asked
  Object.hasOwn(table, word) ? table[word as keyof Table] : undefined

/** What a list can be narrowed to by such words, and the one it is narrowed to, should it have no look. */
export const choicesOf = <Key extends string>(
  looks: Readonly<Record<string, { key: Key }>>,
  say: (key: Key) => string,
  chosen: string | undefined,
): Known<readonly { value: string; label: string }[]> => {
  const words = Object.entries(looks).map(([value, { key }]) => ({ value, label: say(key) }))
  const isOther = chosen !== undefined && !Object.hasOwn(looks, chosen)
  // No word at all narrows nothing.
  const known = words.filter(({ value }) => value !== '')
  return { state: 'here', value: isOther ? [...known, { value: chosen, label: chosen }] : known }
}

/** Work that finishes later, and has not yet. */
export const isUnderWay = ({ status }: { status: string }): boolean => status !== 'SUCCESS' && status !== 'FAILURE'

export const progressTone = (status: string) =>
  status === 'SUCCESS' ? 'done' : status === 'FAILURE' ? 'failed' : 'running'

export function Moment({ seconds }: { seconds: number }) {
  return <Time seconds={seconds} look="absolute" className="text-[13px]" />
}

/** How long it took, in seconds; red when that was longer than usual. */
export function Duration({ seconds, slow }: { seconds: number | undefined; slow: number }) {
  const format = useFormat()
  if (seconds === undefined) return <span className="text-muted">–</span>
  return (
    <Badge tone={seconds > slow ? 'bad' : 'ok'}>{format.duration(Math.max(0, Math.round(seconds * 10) / 10))}</Badge>
  )
}

/** A channel, which leads to its page. */
export function ChannelBadge({ id, name = '' }: { id: number | undefined; name?: string | undefined }) {
  if (id === undefined) return null
  return (
    <Link
      to="/channel/$id"
      params={{ id: String(id) }}
      className="inline-flex min-h-6 items-center rounded-full hover:underline"
    >
      <Badge tone="neutral" title={name}>
        {`#${id} ${name}`.trim()}
      </Badge>
    </Link>
  )
}

/** Behind the mark of its maker, on one line, as far as there is room: all of it stands in the record. */
export function ModelName({ model, mark }: { model: string; mark: string }) {
  const hasRoom = useHasRoom()
  return (
    <span className={clsx('flex min-w-0 items-center gap-1.5', !hasRoom && 'sm:max-w-48')}>
      {mark !== '' && <Mark mark={mark} label={model} size={18} />}
      <code title={model} className={clsx('min-w-0 text-xs', hasRoom ? 'break-all' : 'truncate')}>
        {model}
      </code>
    </span>
  )
}

/** The id of work, which opens all about it over the list, as `title` says; there it is copied. */
export function RecordId({ row, title }: { row: { id: number; task_id: string }; title: string }) {
  const view = useViewRow()
  if (useHasRoom()) {
    return (
      <span data-wide>
        <Copy text={row.task_id}>
          <code className="text-xs">{row.task_id}</code>
        </Copy>
      </span>
    )
  }
  return (
    <button
      type="button"
      title={title}
      onClick={() => view(row.id)}
      className="-mx-1 block max-w-[calc(100%+0.5rem)] min-h-6 truncate rounded-md px-1 text-left text-brand-ink hover:bg-hover"
    >
      <code className="text-xs">{row.task_id}</code>
    </button>
  )
}
