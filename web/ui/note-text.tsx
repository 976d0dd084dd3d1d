/** A note as it was written, line by line. */
export function NoteText({ note }: { note: string }) {
  return <span className="whitespace-pre-line">{note}</span>
}
