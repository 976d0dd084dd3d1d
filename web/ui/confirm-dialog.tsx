import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { useId, useRef, useState } from 'react'
import { plainYes, type useQuestion } from '../lib/confirm.ts'
import { useText } from '../lib/i18n.ts'
import { Button, buttonClass } from './button.tsx'
import { useFocusReturn } from './focus-return.ts'
import { Input } from './input.tsx'
import { usePresence } from './overlay.tsx'
import { ReasonFields } from './reason-fields.tsx'
import { backdropClass } from './styles.ts'

type Asked = NonNullable<ReturnType<typeof useQuestion>>

/** The question that `confirm()` asks. */
export function ConfirmDialog({ question }: { question: Asked }) {
  const t = useText()
  const { isOpen, onGone } = usePresence()
  const finalFocus = useFocusReturn()
  const inputId = useId()
  const [typed, setTyped] = useState('')
  const [said, setSaid] = useState(plainYes)
  const action = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const isReady = question.typed === undefined || typed === question.typed
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open) => !open && question.answer(false)}
      onOpenChangeComplete={(open) => !open && onGone()}
    >
      <Base.Portal>
        <Base.Backdrop className={`${backdropClass} z-50`} />
        <Base.Viewport className="fixed inset-0 z-50 grid items-end justify-items-center sm:items-center sm:p-6">
          <Base.Popup
            inert={!isOpen}
            initialFocus={question.typed === undefined ? action : input}
            finalFocus={finalFocus}
            className="anim-pop w-full max-w-[420px] rounded-t-2xl border bg-card p-5 shadow-2xl outline-none data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0 sm:rounded-xl"
          >
            <form
              onSubmit={(event) => {
                event.preventDefault()
                if (isReady) question.answer(true, { ...said, reason: said.reason.trim() })
              }}
            >
              <Base.Title className="text-base font-semibold break-words">{question.title}</Base.Title>
              {question.text && (
                <Base.Description className="mt-1.5 text-[13px] break-words whitespace-pre-line text-muted">
                  {question.text}
                </Base.Description>
              )}
              {question.reason && <ReasonFields words={question.reason} said={said} onChange={setSaid} />}
              {question.typed !== undefined && (
                <div className="mt-4 grid gap-1.5">
                  <label htmlFor={inputId} className="text-[13px]">
                    {t('typeToConfirm', { text: question.typed })}
                  </label>
                  <Input
                    id={inputId}
                    ref={input}
                    value={typed}
                    spellCheck={false}
                    onChange={(event) => setTyped(event.target.value)}
                  />
                </div>
              )}
              <div className="mt-5 flex flex-wrap justify-end gap-2">
                <Button onClick={() => question.answer(false)}>{question.cancel ?? t('cancel')}</Button>
                <button
                  ref={action}
                  type="submit"
                  disabled={!isReady}
                  className={
                    question.danger
                      ? buttonClass({ variant: 'danger', className: 'border-bad/50 bg-bad-soft' })
                      : buttonClass({ variant: 'primary' })
                  }
                >
                  {question.action}
                </button>
              </div>
            </form>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
