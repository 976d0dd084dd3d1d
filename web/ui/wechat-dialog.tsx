import { type FormEvent, type ReactNode, useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { useStatus } from '../lib/status.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

type WechatDialogProps = {
  title: ReactNode
  /** The word on the button. */
  action: string
  pending: boolean
  onCode(code: string): void
  onClose(): void
}

/** The QR code of the operator's WeChat account, and a field for the code that it answers with. */
export function WechatDialog({ title, action, pending, onCode, onClose }: WechatDialogProps) {
  const t = useText()
  const { wechat_qrcode } = useStatus()
  const [code, setCode] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onCode(code.trim())
  }
  return (
    <Dialog open size="sm" onClose={onClose} title={title} description={t('wechatHint')}>
      <form onSubmit={submit} className="grid gap-4 pt-2 pb-4">
        {wechat_qrcode !== '' && (
          <img src={wechat_qrcode} alt={t('wechatQrCode')} width={200} height={200} className="mx-auto rounded-lg" />
        )}
        <Field label={t('wechatCode')}>
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
