import { useState } from 'react'
import { useText } from '../../../lib/i18n.ts'
import { useLeaveGuard } from '../../../lib/leave-guard.ts'
import { Button } from '../../../ui/button.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { AttachButton } from '../attach-button.tsx'
import { AttachmentList } from '../attachment-list.tsx'
import type { Attachment } from '../conversation.ts'
import { isEmptyDraft } from '../draft/remembered-draft.ts'
import { useReadFiles } from '../use-read-files.ts'

type Asked = { text: string; files: readonly Attachment[] }
type EditedQuestionProps = { asked: Asked; onCancel: () => void; onSend: (asked: Asked) => void }

/** A question that is asked anew: its words and its files are changed as those of a new one. */
export function EditedQuestion({ asked, onCancel, onSend }: EditedQuestionProps) {
  const t = useText('playground')
  const [text, setText] = useState(asked.text)
  const [files, setFiles] = useState(asked.files)
  const readFiles = useReadFiles()
  const isBlank = isEmptyDraft({ text, files })
  useLeaveGuard(text !== asked.text || files !== asked.files)
  const addFiles = async (chosen: readonly File[]) => {
    const added = await readFiles(chosen)
    if (added.length > 0) setFiles((before) => [...before, ...added])
  }
  const send = () => {
    if (!isBlank) onSend({ text, files })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation()
          onCancel()
        }
      }}
      className="ml-auto grid w-full max-w-[85%] gap-2"
    >
      <AttachmentList files={files} onRemove={(place) => setFiles(files.filter((_file, index) => index !== place))} />
      <Textarea
        autoFocus
        aria-label={t('editMessage')}
        rows={2}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          send()
        }}
        onPaste={(event) => {
          const pasted = [...event.clipboardData.files]
          if (pasted.length === 0) return
          event.preventDefault()
          void addFiles(pasted)
        }}
      />
      <div className="flex items-center justify-end gap-2">
        <span className="mr-auto">
          <AttachButton onFiles={(chosen) => void addFiles(chosen)} />
        </span>
        <Button size="sm" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" size="sm" variant="primary" disabled={isBlank}>
          {t('resend')}
        </Button>
      </div>
    </form>
  )
}
