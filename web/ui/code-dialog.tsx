import { type FormEvent, type ReactNode, useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { type CodeWay, shownOptions } from '../lib/login-ways.ts'
import { useStatus } from '../lib/status.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

type CodeDialogProps = {
  way: CodeWay
  title: ReactNode
  /** The word on the button. */
  action: string
  pending: boolean
  /** What was refused of the last code. */
  fault: string | undefined
  onCode(code: string): void
  onClose(): void
}

/** The picture that people look at to get a code, and a field for it. */
export function CodeDialog({ way, title, action, pending, fault, onCode, onClose }: CodeDialogProps) {
  const t = useText('dialogs')
  const picture = shownOptions(way, useStatus())(way.picture)
  const [code, setCode] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onCode(code.trim())
  }
  return (
    <Dialog open size="sm" onClose={onClose} title={title} description={t('wayHint')}>
      <form onSubmit={submit} className="grid gap-4 pt-2 pb-4">
        {picture !== '' && (
          <img src={picture} alt={t('wayPicture')} width={200} height={200} className="mx-auto rounded-lg" />
        )}
        <Field label={t('wayCode')} error={fault}>
          {(control) => (
            <Input
              {...control}
              value={code}
              inputMode="numeric"
              autoComplete="one-time-code"
              onChange={(event) => setCode(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" size="block" disabled={code.trim() === ''} loading={pending}>
          {action}
        </Button>
      </form>
    </Dialog>
  )
}
