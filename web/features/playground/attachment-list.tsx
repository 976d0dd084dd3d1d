import { FileText, X } from 'lucide-react'
import { useText } from '../../lib/i18n.ts'
import type { Attachment } from './conversation.ts'

/** Images as small pictures, other files by their names. */
export function AttachmentList({
  files,
  onRemove,
}: {
  files: readonly Attachment[]
  onRemove?: (place: number) => void
}) {
  const t = useText('playground')
  if (files.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2 p-1.5">
      {files.map((file, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be there twice
        <li key={`${place}-${file.name}`} className="relative">
          {file.kind === 'image' ? (
            <img src={file.content} alt={file.name} className="h-16 max-w-40 rounded-lg border object-cover" />
          ) : (
            <span className="flex h-9 max-w-60 items-center gap-1.5 rounded-lg border bg-card px-2.5 text-[13px]">
              <FileText className="size-4 shrink-0 text-muted" aria-hidden />
              <span className="truncate">{file.name}</span>
            </span>
          )}
          {onRemove && (
            <button
              type="button"
              aria-label={t('removeFile', { name: file.name })}
              onClick={() => onRemove(place)}
              className="absolute -top-2 -right-2 grid size-6 place-items-center rounded-full border bg-pop text-muted shadow-xs hover:text-fg"
            >
              <X className="size-3.5" />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
