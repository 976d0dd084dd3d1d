import clsx from 'clsx'
import { type FormEvent, type ReactNode, useId } from 'react'
import { isApple } from '../lib/hotkeys.ts'
import { useText } from '../lib/i18n.ts'
import { useAskedClose } from '../lib/leave-guard.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type FormDialogProps = {
  onClose(): void
  title: ReactNode
  description?: ReactNode
  size?: 'sm' | 'md'
  onSubmit(event: FormEvent): unknown
  pending?: boolean
  /** Closing asks first. */
  dirty: boolean
  submitLabel: string
  /** Stands at the left of the footer. */
  aside?: ReactNode
  children: ReactNode
}

/** A short question with an answer to send off. Mount it only while it is open, so that each opening starts fresh. */
export function FormDialog({
  onClose,
  title,
  description,
  size = 'sm',
  onSubmit,
  pending = false,
  dirty,
  submitLabel,
  aside,
  children,
}: FormDialogProps) {
  const t = useText()
  const formId = useId()
  const requestClose = useAskedClose(dirty && !pending, onClose)
  return (
    <Dialog
      open
      size={size}
      onClose={requestClose}
      title={title}
      description={description}
      footer={
        <>
          {aside && <div className="mr-auto">{aside}</div>}
          <Button data-closes onClick={requestClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" loading={pending}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className={clsx('grid', size === 'sm' ? 'gap-4 pt-1 pb-2' : 'gap-4.5')}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(isApple ? event.metaKey : event.ctrlKey)) return
          event.preventDefault()
          event.currentTarget.requestSubmit()
        }}
        onSubmit={(event) => {
          event.preventDefault()
          if (!pending) void onSubmit(event)
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}
