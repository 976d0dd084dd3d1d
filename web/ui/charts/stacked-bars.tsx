import { type KeyboardEvent, type PointerEvent, useState } from 'react'

type StackedBar = { label: string; values: readonly number[] }

type StackedBarsProps = {
  label: string
  bars: readonly StackedBar[]
  /** How a value reads: money, tokens, calls. */
  format: (value: number) => string
  /** The bar that is being read. */
  selected: number
  onSelect(index: number): void
  /** Opens what a bar was made of. */
  onOpen(index: number): void
}

/** Bars of stacked parts, read with the pointer or with the arrow keys. Colours follow the order of the parts. */
export function StackedBars({ label, bars, format, selected, onSelect, onOpen }: StackedBarsProps) {
  const [isReading, setReading] = useState(false)
  const totals = bars.map(({ values }) => values.reduce((sum, value) => sum + value, 0))
  const top = niceTop(Math.max(0, ...totals))
  const width = bars.length === 0 ? 0 : 100 / bars.length
  const last = bars.length - 1
  const move = (index: number) => onSelect(Math.max(0, Math.min(last, index)))
  const keys: Record<string, () => void> = {
    ArrowLeft: () => move(selected - 1),
    ArrowRight: () => move(selected + 1),
    Home: () => move(0),
    End: () => move(last),
    Enter: () => onOpen(selected),
  }
  const press = (event: KeyboardEvent) => {
    const action = keys[event.key]
    if (action === undefined) return
    event.preventDefault()
    action()
  }
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width: whole } = event.currentTarget.getBoundingClientRect()
    move(Math.floor(((event.clientX - left) / whole) * bars.length))
  }
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
      <div aria-hidden className="flex h-56 flex-col justify-between text-right text-xs text-muted">
        {[1, 0.5, 0].map((share) => (
          <span key={share} className="leading-none">
            {format(top * share)}
          </span>
        ))}
      </div>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={Math.max(1, bars.length)}
        aria-valuenow={selected + 1}
        aria-valuetext={`${bars[selected]?.label ?? ''}: ${format(totals[selected] ?? 0)}`}
        onKeyDown={press}
        onPointerMove={point}
        onPointerEnter={() => setReading(true)}
        onPointerLeave={() => setReading(false)}
        onFocus={() => setReading(true)}
        onBlur={() => setReading(false)}
        onClick={() => onOpen(selected)}
        className="relative h-56 cursor-pointer border-b"
      >
        <svg aria-hidden="true" viewBox="0 0 100 100" preserveAspectRatio="none" className="absolute inset-0 size-full">
          {[0, 50].map((y) => (
            <line key={y} x1={0} x2={100} y1={y} y2={y} stroke="var(--line)" vectorEffect="non-scaling-stroke" />
          ))}
          {bars.map(({ label: name, values }, index) => (
            <g key={name} opacity={isReading && index !== selected ? 0.55 : 1}>
              {partsOf(values, top).map(({ y, height, part }) => (
                <rect
                  key={part}
                  x={index * width + width * 0.12}
                  width={width * 0.76}
                  y={y}
                  height={height}
                  fill={seriesColour(part)}
                />
              ))}
            </g>
          ))}
        </svg>
      </div>
      <div aria-hidden className="col-start-2 mt-1.5 flex justify-between text-xs text-muted">
        <span>{bars[0]?.label}</span>
        {bars.length > 1 && <span>{bars[last]?.label}</span>}
      </div>
    </div>
  )
}

const colours = 10

export const seriesColour = (part: number): string => `var(--series-${(part % colours) + 1})`

/** From the bottom up, in percent of the height. */
const partsOf = (values: readonly number[], top: number) => {
  let below = 0
  return values.flatMap((value, part) => {
    if (value <= 0 || top === 0) return []
    const height = (value / top) * 100
    below += height
    return [{ part, height, y: 100 - below }]
  })
}

/** The next value that reads well: 1, 2 or 5 times a power of ten. */
const niceTop = (value: number): number => {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power
}
