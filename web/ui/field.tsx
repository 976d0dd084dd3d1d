import clsx from 'clsx'
import { type ReactNode, useId } from 'react'
import { useText } from '../lib/i18n.ts'
import { labelId } from './label-id.ts'

/** What a control needs to belong to its label, hint and error. */
export type FieldControl = {
  id: string
  'aria-invalid': boolean
  'aria-required': boolean
  'aria-describedby': string | undefined
}

type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  optional?: boolean
  /** Stands at the right end of the label line. */
  aside?: ReactNode
  /** Switches stand beside their label. */
  inline?: boolean
  className?: string
  children: (control: FieldControl) => ReactNode
}

/**
 * Label above, hint below, error in place of the hint:
 * `<Field label={t('name')} error={error}>{(control) => <Input {...control} />}</Field>`.
 * In the form of a record use `RecordField`.
 */
export function Field({ label, hint, error, required, optional, aside, inline, className, children }: FieldProps) {
  const t = useText()
  const id = useId()
  const note = error ?? hint
  const noteId = note === undefined || note === '' ? undefined : `${id}-note`
  const control = children({
    id,
    'aria-invalid': error !== undefined,
    'aria-required': required === true,
    'aria-describedby': noteId,
  })
  return (
    <div className={clsx('grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1.5', className)}>
      <div className={clsx('flex items-center justify-between gap-3', inline && 'min-h-6')}>
        <label id={labelId(id)} htmlFor={id} className="text-[13px] font-medium">
          {label}
          {required && (
            <span className="text-bad" aria-hidden>
              {' '}
              *
            </span>
          )}
          {optional && <span className="font-normal text-muted"> ({t('optional')})</span>}
        </label>
        {aside}
        {inline && control}
      </div>
      {!inline && control}
      {noteId && (
        <p
          id={noteId}
          role={error ? 'alert' : undefined}
          className={clsx('text-xs', error ? 'text-bad' : 'text-muted')}
        >
          {note}
        </p>
      )}
    </div>
  )
}
