import { useState } from 'react'
import { useText } from '../lib/i18n.ts'
import type { TimeRange } from '../lib/list-range.ts'
import { Button } from './button.tsx'
import { DateTimeInput } from './date-time-input.tsx'
import { Field } from './field.tsx'
import { Popover } from './popover.tsx'
import { pressedClass } from './styles.ts'

export type QuickRange = { label: string; isChosen: boolean; pick(): void }

type TimeRangePopoverProps = {
  anchor: HTMLElement
  range: TimeRange
  quick: readonly QuickRange[]
  onRange(range: TimeRange): void
  onClose(): void
}

/** Where both ends of a range are chosen; what is chosen closes it. */
export function TimeRangePopover({ anchor, range, quick, onRange, onClose }: TimeRangePopoverProps) {
  const t = useText('lists')
  const [start, setStart] = useState(range.start || null)
  const [end, setEnd] = useState(range.end || null)
  const isWrong = start !== null && end !== null && start > end
  const closing = (choose: () => void) => () => {
    choose()
    onClose()
  }
  return (
    <Popover anchor={anchor} align="start" label={t('timeRange')} onClose={onClose}>
      <form
        className="grid w-[min(18rem,80vw)] gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isWrong) closing(() => onRange({ start: start ?? 0, end: end ?? 0 }))()
        }}
      >
        {quick.length > 0 && (
          <div className="flex flex-wrap gap-1.5">
            {quick.map(({ label, isChosen, pick }) => (
              <Button key={label} size="sm" aria-pressed={isChosen} className={pressedClass} onClick={closing(pick)}>
                {label}
              </Button>
            ))}
          </div>
        )}
        <Field label={t('timeFrom')}>
          {(control) => <DateTimeInput {...control} value={start} onChange={setStart} />}
        </Field>
        <Field label={t('timeTo')} hint={t('timeOpen')} error={isWrong ? t('timeWrong') : undefined}>
          {(control) => <DateTimeInput {...control} value={end} onChange={setEnd} />}
        </Field>
        <Button type="submit" variant="primary" disabled={isWrong}>
          {t('timeApply')}
        </Button>
      </form>
    </Popover>
  )
}
