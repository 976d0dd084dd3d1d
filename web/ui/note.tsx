import type { ComponentProps } from 'react'
import { longestNote } from '#contract/fields.ts'
import { Textarea } from './textarea.tsx'

/** The control of a note: plain words of several lines. */
export function NoteInput(props: ComponentProps<'textarea'>) {
  return <Textarea {...props} rows={2} maxLength={longestNote} />
}

/** A note as it is read. */
export function NoteText({ note }: { note: string }) {
  return <span className="whitespace-pre-line">{note}</span>
}
