import { type ReactNode, useId } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { isApple } from '../lib/hotkeys.ts'
import { useText } from '../lib/i18n.ts'
import { notify } from '../lib/notify.ts'
import { Button } from './button.tsx'
import { Drawer } from './drawer.tsx'

type FormDrawerProps<Input extends FieldValues, Output> = {
  open: boolean
  onClose(): void
  title: ReactNode
  description?: ReactNode
  size?: 'normal' | 'wide'
  form: UseFormReturn<Input, unknown, Output>
  /** Gets the values as the schema made them. */
  onSubmit(values: Output): unknown
  pending: boolean
  submitLabel?: string
  /** Stands at the left of the footer. */
  aside?: ReactNode
  children: ReactNode
}

/**
 * The form of one record: sections of `RecordField`s, a sticky footer, Ctrl/Cmd Enter saves, closing asks when something
 * was changed. Make the form with `useRecordForm`, and mount the drawer only while it is open (`{editing && <TokenDrawer
 * ... />}`), so that each opening starts fresh.
 */
export function FormDrawer<Input extends FieldValues, Output>({
  form,
  onSubmit,
  pending,
  submitLabel,
  aside,
  children,
  ...drawer
}: FormDrawerProps<Input, Output>) {
  const t = useText()
  const formId = useId()
  const submit = form.handleSubmit((values) => {
    // The keyboard can ask for it again while the button cannot.
    if (pending) return notify.error(t('submittedAlready'))
    return onSubmit(values)
  })
  return (
    <Drawer
      {...drawer}
      dirty={form.formState.isDirty && !pending}
      onSave={() => void submit()}
      footer={(requestClose) => (
        <>
          {aside && <div className="mr-auto">{aside}</div>}
          <Button data-closes onClick={requestClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" loading={pending} title={isApple ? '⌘ ↵' : 'Ctrl ↵'}>
            {submitLabel ?? t('save')}
          </Button>
        </>
      )}
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4.5">
        {children}
      </form>
    </Drawer>
  )
}
