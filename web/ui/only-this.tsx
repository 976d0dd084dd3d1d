import { ListFilter } from 'lucide-react'
import type { MouseEvent } from 'react'
import { firstControl } from './first-control.ts'

/** Narrows a list to rows that hold the same as this one. */
export type Narrowing = { id: string; label: string; value: string; run(): void }

/** Shown in the cell that the pointer is on, and in all cells of the row that the keyboard is in. */
export function OnlyThis({ narrowings }: { narrowings: readonly Narrowing[] }) {
  if (narrowings.length === 0) return null
  const press = (event: MouseEvent, run: () => void) => {
    // The button goes away with the list as it was, its row stays.
    firstControl(event.currentTarget.closest('[data-row]') ?? undefined)?.focus()
    run()
  }
  return (
    <span
      data-passing
      className="invisible absolute top-1/2 right-0.5 z-2 flex -translate-y-1/2 gap-1 group-hover/cell:visible group-has-focus-visible/row:visible print:hidden"
    >
      {narrowings.map(({ id, label, value, run }) => (
        <button
          key={id}
          type="button"
          title={label}
          aria-label={label}
          onClick={(event) => press(event, run)}
          className="inline-flex h-6 min-w-6 items-center justify-center gap-1 rounded-md border bg-pop px-1 text-xs text-muted shadow-xs hover:text-fg [&_svg]:size-3.5"
        >
          <ListFilter aria-hidden />
          {narrowings.length > 1 && value}
        </button>
      ))}
    </span>
  )
}
