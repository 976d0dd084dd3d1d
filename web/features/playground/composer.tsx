import { ArrowUp, Square } from 'lucide-react'
import type { ClipboardEvent, KeyboardEvent, RefObject } from 'react'
import { useText } from '../../lib/i18n.ts'
import { useCloseGuard } from '../../lib/leave-guard.ts'
import { notify } from '../../lib/notify.ts'
import { useStore } from '../../lib/store.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { groupClass } from '../../ui/styles.ts'
import { AttachButton } from './attach-button.tsx'
import { AttachmentList } from './attachment-list.tsx'
import type { Question } from './conversation.ts'
import { addToDraft, clearingDraft, draftStore, unkeptStore, writeDraft } from './draft/draft.ts'
import { isEmptyDraft } from './draft/remembered-draft.ts'
import { useReadFiles } from './use-read-files.ts'

type ComposerProps = {
  isRunning: boolean
  onSend(question: Question): boolean
  onStop(): void
  inputRef: RefObject<HTMLTextAreaElement | null>
}

/** Where a message is written. Enter sends it; files come by the button, by pasting, and by dropping on the page. */
export function Composer({ isRunning, onSend, onStop, inputRef }: ComposerProps) {
  const t = useText('playground')
  const draft = useStore(draftStore)
  const { text, files } = draft
  const addFiles = useAddFiles()
  const isBlank = isEmptyDraft(draft)

  useCloseGuard(useStore(unkeptStore))
  const send = () => {
    if (isBlank) return
    // The first question opens the draft of a conversation that has begun.
    const clear = clearingDraft()
    if (isRunning) notify.info(t('answersPending'))
    else if (onSend({ kind: 'text', text, files: [...files] })) clear()
    inputRef.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault()
      send()
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files]
    if (pasted.length === 0) return
    event.preventDefault()
    void addFiles(pasted)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="mx-auto w-full max-w-[760px] px-4 pb-3"
    >
      <div className={`${groupClass} rounded-2xl bg-field p-1.5`}>
        <AttachmentList
          files={files}
          onRemove={(place) => writeDraft({ files: files.filter((_, index) => index !== place) })}
        />
        <textarea
          ref={inputRef}
          value={text}
          rows={1}
          aria-label={t('message')}
          aria-describedby="playground-keys"
          placeholder={t('messagePrompt')}
          onChange={(event) => writeDraft({ text: event.target.value })}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          className="field-sizing-content block max-h-60 min-h-10 w-full resize-none bg-transparent px-2.5 py-2 outline-none placeholder:text-muted pointer-coarse:text-base"
        />
        <div className="flex items-center justify-between gap-2">
          <AttachButton onFiles={(files) => void addFiles(files)} />
          {isRunning ? (
            <IconButton
              label={t('stop')}
              icon={<Square className="fill-current" />}
              onClick={() => {
                onStop()
                inputRef.current?.focus()
              }}
              className={sendClass}
            />
          ) : (
            <IconButton type="submit" label={t('send')} icon={<ArrowUp />} disabled={isBlank} className={sendClass} />
          )}
        </div>
      </div>
      <p id="playground-keys" className="mt-1.5 text-center text-xs text-muted pointer-coarse:sr-only">
        {t('messageKeys')}
      </p>
    </form>
  )
}

const sendClass = 'rounded-full! bg-brand text-brand-fg enabled:hover:bg-brand-hover'

/** Adds files to what is being written. */
export const useAddFiles = (): ((files: readonly File[]) => Promise<void>) => {
  const readFiles = useReadFiles()
  return async (files) => addToDraft(await readFiles(files))
}
