import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { signin } from '#contract/signin.ts'
import type { User } from '#contract/users.ts'
import { call } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { useStatus } from '../../lib/status.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

/** The account's QR code, and a field for the code that it answers with. */
export function WechatDialog({ onClose, onLogin }: { onClose: () => void; onLogin: (user: User) => Promise<void> }) {
  const t = useText('session')
  const { wechat_qrcode } = useStatus()
  const [code, setCode] = useState('')
  const login = useMutation({
    mutationFn: () => call(signin.wechat, { query: { code: code.trim() } }),
    onSuccess: onLogin,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    login.mutate()
  }
  return (
    <Dialog open size="sm" onClose={onClose} title={t('wechatTitle')} description={t('wechatHint')}>
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
        <Button type="submit" variant="primary" size="block" disabled={code.trim() === ''} loading={login.isPending}>
          {t('login')}
        </Button>
      </form>
    </Dialog>
  )
}
