import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { enterByTelegram, enterByWechat, proofQuery, provePassword } from '../lib/fresh-session.ts'
import { useText } from '../lib/i18n.ts'
import { leaveForProvider, type ProviderName, providerNames, providers } from '../lib/login-providers.ts'
import { useUser } from '../lib/session.ts'
import { useStatus } from '../lib/status.ts'
import { rememberWayBack } from '../lib/way-back.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { LoginMark } from './login-mark.tsx'
import { PasswordInput } from './password-input.tsx'
import { TelegramDialog } from './telegram-dialog.tsx'
import { WechatDialog } from './wechat-dialog.tsx'

/** The question that a call which concerns the account asks: the current password, or a way that signs in anew. */
export function ProofDialog({ onAnswer }: { onAnswer(proved: boolean): void }) {
  const t = useText()
  const [way, setWay] = useState<'wechat' | 'telegram'>()
  const proof = useQuery(proofQuery())
  const byWechat = useMutation({ mutationFn: enterByWechat, onSuccess: () => onAnswer(true) })
  const byTelegram = useMutation({ mutationFn: enterByTelegram, onSuccess: () => onAnswer(true) })
  const cancel = () => onAnswer(false)
  if (way === 'wechat') {
    return (
      <WechatDialog
        title={t('proofTitle')}
        action={t('confirm')}
        pending={byWechat.isPending}
        onCode={byWechat.mutate}
        onClose={cancel}
      />
    )
  }
  if (way === 'telegram') {
    return <TelegramDialog title={t('proofTitle')} onSigned={byTelegram.mutate} onClose={cancel} />
  }
  return (
    <Dialog open size="sm" onClose={cancel} title={t('proofTitle')} description={t('proofText')}>
      <div className="grid gap-4 pt-1 pb-3">
        {proof.data?.password !== false && <PasswordProof onProved={() => onAnswer(true)} />}
        <OtherWays onChoose={setWay} />
      </div>
    </Dialog>
  )
}

function PasswordProof({ onProved }: { onProved(): void }) {
  const t = useText()
  const [password, setPassword] = useState('')
  const prove = useMutation({
    mutationFn: () => provePassword(password),
    meta: { quiet: true },
    onSuccess: onProved,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '') prove.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field label={t('proofPassword')} error={prove.error?.message}>
        {(control) => (
          <PasswordInput
            {...control}
            value={password}
            autoComplete="current-password"
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="block" loading={prove.isPending}>
        {t('confirm')}
      </Button>
    </form>
  )
}

/** The ways that are bound to the account and offered here. */
function OtherWays({ onChoose }: { onChoose(way: 'wechat' | 'telegram'): void }) {
  const t = useText()
  const user = useUser()
  const status = useStatus()
  const leave = useMutation({
    mutationFn: (name: ProviderName) => {
      rememberWayBack()
      return leaveForProvider(name, status)
    },
  })
  const bound: Record<ProviderName, string | undefined> = {
    github: user?.github_id,
    oidc: user?.oidc_id,
    linuxdo: user?.linux_do_id,
  }
  const isBound = (id: string | undefined) => id !== undefined && id !== ''
  return (
    <>
      {providerNames
        .filter((name) => isBound(bound[name]) && providers[name].isOn(status))
        .map((name) => (
          <Way key={name} mark={<LoginMark way={name} />} onChoose={() => leave.mutate(name)}>
            {t('proofBy', { name: providers[name].label })}
          </Way>
        ))}
      {isBound(user?.wechat_id) && status.wechat_login && (
        <Way mark={<LoginMark way="wechat" />} onChoose={() => onChoose('wechat')}>
          {t('proofBy', { name: t('wechatName') })}
        </Way>
      )}
      {isBound(user?.telegram_id) && status.telegram_oauth && (
        <Way mark={<LoginMark way="telegram" />} onChoose={() => onChoose('telegram')}>
          {t('proofBy', { name: 'Telegram' })}
        </Way>
      )}
    </>
  )
}

function Way({ mark, onChoose, children }: { mark: ReactNode; onChoose(): void; children: ReactNode }) {
  return (
    <Button size="block" onClick={onChoose}>
      {mark}
      {children}
    </Button>
  )
}
