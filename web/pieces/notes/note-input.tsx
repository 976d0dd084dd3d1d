import type { ComponentProps } from 'react'
import { longestNote } from '#contract/fields.ts'
import { Textarea } from '../../ui/textarea.tsx'

/** A few lines for those who look after something. */
export function NoteInput(props: Omit<ComponentProps<typeof Textarea>, 'rows' | 'maxLength'>) {
  return <Textarea {...props} rows={2} maxLength={longestNote} />
}
