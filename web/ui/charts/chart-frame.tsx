import clsx from 'clsx'
import { type ReactNode, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { Button } from '../button.tsx'
import { ChartFile, ChartTable } from './chart-table.tsx'
import { type ChartModel, type Read, type Slot, slotOf, sumOf } from './model.ts'

type ChartFrameProps = {
  label: string
  /** What its file is called. */
  fileName: string
  /** The name of the whole that is shown while no slot is read. */
  whole: string
  model: ChartModel
  /** The slots that are read. */
  read: Read | undefined
  /** What is drawn is of another frame than was asked for, whose answer is on its way. */
  isOld: boolean
  openLabel: string
  onOpen(slot: Slot | undefined): void
  children: ReactNode
}

/** Around a drawing: what it adds up to by series, in all or in the slot that is read, and all of it as a table. */
export function ChartFrame(props: ChartFrameProps) {
  const t = useText('lists')
  const { model, read, isOld } = props
  const slot = slotOf(model, read)
  const [isTable, setTable] = useState(false)
  const values = model.series.map((one) => (read === undefined ? one.total : sumOf(one, read)))
  const { sum, parts } = model.formatParts?.(values) ?? {
    sum: model.format(values.reduce((all, value) => all + value, 0)),
    parts: values.map(model.format),
  }
  return (
    <div aria-busy={isOld} className={clsx('grid gap-4 transition-opacity', isOld && 'opacity-50')}>
      {props.children}
      <div className="flex flex-wrap items-center justify-between gap-2 text-[13px]">
        <span>
          <span className="text-muted">{slot?.label ?? props.whole}</span>{' '}
          <strong className="font-semibold tabular-nums">{sum}</strong>
          {slot?.isRunning && <span className="text-muted"> · {t('chartRunning')}</span>}
        </span>
        <span className="flex flex-wrap gap-2">
          {isTable && <ChartFile name={props.fileName} model={model} />}
          <Button size="sm" aria-expanded={isTable} onClick={() => setTable(!isTable)}>
            {t('chartTable')}
          </Button>
          <Button size="sm" onClick={() => props.onOpen(slot)}>
            {props.openLabel}
          </Button>
        </span>
      </div>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-[13px]">
        {model.series.map((one, place) => (
          <li key={one.id} className="flex min-w-0 items-center gap-1.5">
            <span
              aria-hidden
              className="size-2.5 shrink-0 rounded-sm forced-color-adjust-none"
              style={{ background: one.colour }}
            />
            <span className="truncate text-muted">{one.name}</span>
            <span className="tabular-nums">{parts[place]}</span>
          </li>
        ))}
      </ul>
      {isTable && <ChartTable label={props.label} model={model} />}
    </div>
  )
}
