import clsx from 'clsx'
import type { ComponentProps } from 'react'
import { areaClass } from './styles.ts'

/** A text of several lines that grows with its content up to 20 lines; takes every attribute of `<textarea>`. */
export function Textarea({ className, rows = 4, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...props}
      rows={rows}
      className={clsx(areaClass, 'field-sizing-content max-h-100 min-h-20 resize-y', className)}
    />
  )
}
