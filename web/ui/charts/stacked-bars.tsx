import clsx from 'clsx'
import { type ChartModel, slotOf, totalOf } from './model.ts'
import type { useReading } from './use-reading.ts'

type StackedBarsProps = { label: string; model: ChartModel; reading: ReturnType<typeof useReading>; whole: string }

/** Bars of stacked parts. Everything that is seen is decided by the model. */
export function StackedBars({ label, model, reading, whole }: StackedBarsProps) {
  const { slots, ticks, format } = model
  const { read } = reading
  const top = ticks.at(-1)?.value ?? 1
  const width = 100 / Math.max(1, slots.length)
  const slot = slotOf(model, read)
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
      <div aria-hidden className="relative h-56 text-right text-xs text-muted">
        {/* The widest of them gives the column its width. */}
        {ticks.map(({ value, text }) => (
          <div key={value} className="h-0 invisible">
            {text}
          </div>
        ))}
        {ticks.map(({ value, text }) => (
          <span
            key={value}
            className="absolute right-0 -translate-y-1/2 leading-none whitespace-nowrap"
            style={{ top: `${100 - (value / top) * 100}%` }}
          >
            {text}
          </span>
        ))}
      </div>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={slots.length}
        aria-valuenow={read === undefined ? 0 : read.last + 1}
        aria-valuetext={
          read === undefined || slot === undefined ? whole : `${slot.label}: ${format(totalOf(model, read))}`
        }
        {...reading.handlers}
        className="relative h-56 cursor-pointer border-b select-none"
      >
        <svg aria-hidden="true" viewBox="0 0 100 100" preserveAspectRatio="none" className="absolute inset-0 size-full">
          {ticks.slice(1).map(({ value }) => (
            <line
              key={value}
              x1={0}
              x2={100}
              y1={100 - (value / top) * 100}
              y2={100 - (value / top) * 100}
              stroke="var(--line)"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {slots.map((slot, index) => (
            <g
              key={slot.id}
              data-slot={slot.id}
              opacity={read !== undefined && (index < read.first || index > read.last) ? 0.55 : 1}
            >
              {partsAt(model, index, top).map(({ id, colour, y, height }) => (
                <rect
                  key={id}
                  x={index * width + width * 0.12}
                  width={width * 0.76}
                  y={y}
                  height={height}
                  fill={colour}
                />
              ))}
            </g>
          ))}
        </svg>
      </div>
      <div aria-hidden className="relative col-start-2 mt-1.5 h-4 overflow-hidden text-xs text-muted">
        {slots.map(({ id, tick }, index) =>
          tick === undefined ? null : (
            <span
              key={id}
              className={clsx(
                'absolute whitespace-nowrap',
                tick.isSpare && 'max-sm:hidden',
                // On a phone a slot at the end has less room than a day is told in.
                100 - index * width < roomOfTick && 'max-sm:right-0 max-sm:left-auto!',
              )}
              style={{ left: `${index * width}%` }}
            >
              {tick.text}
            </span>
          ),
        )}
      </div>
    </div>
  )
}

/** In percent of the width. */
const roomOfTick = 20

/** From the bottom up, in percent of the height. */
const partsAt = ({ series }: ChartModel, slot: number, top: number) => {
  let below = 0
  return series.flatMap(({ id, colour, values }) => {
    const height = ((values[slot] ?? 0) / top) * 100
    if (height <= 0) return []
    below += height
    return [{ id, colour, height, y: 100 - below }]
  })
}
