import clsx from 'clsx'
import type { ReactNode } from 'react'
import { ChannelBadge, isUnderWay, Moment } from './work-cells.tsx'

type WorkCardProps = {
  status: ReactNode
  /** At the right of it: what it cost, or what came of it. */
  aside?: ReactNode
  /** What was asked for. */
  prompt?: string
  /** Why it failed; in place of what was asked for. */
  reason: string
  /** Who did it, and how long that took. */
  doer: ReactNode
  submitted: number
}

/** Work that finishes later, on a phone, below what it is called: the rest is told when it is opened. */
export function WorkCard({ status, aside, prompt = '', reason, doer, submitted }: WorkCardProps) {
  const text = reason || prompt
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 text-[13px]">
      <div className="flex items-center justify-between gap-3">
        <span className="flex min-w-0 flex-wrap items-center gap-1.5">{status}</span>
        <span className="shrink-0 font-medium">{aside}</span>
      </div>
      {text !== '' && <p className={clsx('truncate', reason === '' ? 'text-muted' : 'text-bad')}>{text}</p>}
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-muted">
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">{doer}</span>
        <Moment seconds={submitted} />
      </div>
    </div>
  )
}

type ChannelWithTimeProps = {
  row: { status: string; channel_id?: number | undefined; channel_name?: string | undefined }
  took: ReactNode
}

/** The channel that did it, and once it is done how long that took. */
export function ChannelWithTime({ row, took }: ChannelWithTimeProps) {
  return (
    <>
      <ChannelBadge id={row.channel_id} name={row.channel_name} />
      {!isUnderWay(row) && took}
    </>
  )
}
