import clsx from 'clsx'
import type { ReactNode } from 'react'
import { labelId } from '../../ui/label-id.ts'
import type { optionLook } from './option-layout.ts'

type OptionRowProps = {
  id: string
  label: ReactNode
  hint: ReactNode
  error: string | undefined
  /** Stands behind the label. */
  aside: ReactNode
  look: ReturnType<typeof optionLook>
  children: ReactNode
}

const noteId = (id: string): string => `${id}-note`
const faultId = (id: string): string => `${id}-fault`

/** The ids of the texts that describe a control: its fault, while there is one, is read before its hint. */
export const describedBy = (id: string, hasFault: boolean): string =>
  hasFault ? `${faultId(id)} ${noteId(id)}` : noteId(id)

/** One setting: what it is at the left, its control at the right or below. */
export function OptionRow({ id, label, hint, error, aside, look, children }: OptionRowProps) {
  return (
    <div
      className={clsx(
        'grid gap-x-8 gap-y-2 border-t py-4 first:border-t-0 first:pt-1 last:pb-0',
        look === 'switch' && 'grid-cols-[minmax(0,1fr)_auto] items-center',
        look === 'side' && 'grid-cols-[minmax(0,1fr)] md:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]',
        look === 'below' && 'grid-cols-[minmax(0,1fr)]',
      )}
    >
      <div className="min-w-0">
        <div className="flex min-h-6 flex-wrap items-center gap-x-2">
          <label id={labelId(id)} htmlFor={id} className="font-medium break-words">
            {label}
          </label>
          {aside}
        </div>
        <div id={noteId(id)} className="text-[13px] break-words text-muted">
          {hint}
        </div>
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1.5">
        {children}
        {error !== undefined && (
          <p id={faultId(id)} role="alert" className="text-[13px] break-words text-bad">
            {error}
          </p>
        )}
      </div>
    </div>
  )
}
