import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { enterWith } from '../lib/dialog-ways.ts'
import { proofQuery, provePassword } from '../lib/fresh-session.ts'
import { useText } from '../lib/i18n.ts'
import { leaveForProvider, type Provider } from '../lib/leave-for-provider.ts'
import { boundAccount, type DialogWay, isOffered, signinWays } from '../lib/login-ways.ts'
import { rememberUser, useUser } from '../lib/session.ts'
import { useStatus } from '../lib/status.ts'
import { rememberWayBack } from '../lib/way-back.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { LoginMark } from './login-mark.tsx'
import { PasswordInput } from './password-input.tsx'
import { WayDialog } from './way-dialog.tsx'

/** The question that a call which concerns the account asks: the current password, or a way that signs in anew. */
export function ProofDialog({ onAnswer }: { onAnswer(proved: boolean): void }) {
  const t = useText('dialogs')
  const [way, setWay] = useState<DialogWay>()
  const proof = useQuery(proofQuery())
  const cancel = () => onAnswer(false)
  if (way) {
    return (
      <WayDialog
        way={way}
        title={t('proofTitle')}
        action={t('confirm')}
        onProof={async (given) => {
          rememberUser(await enterWith(way, given))
          onAnswer(true)
        }}
        onClose={cancel}
      />
    )
  }
  return (
    <Dialog
      open
      size="sm"
      onClose={cancel}
      title={t('proofTitle')}
      description={t(proof.data?.password === false ? 'proofTextOther' : 'proofText')}
    >
      <div className="grid gap-4 pt-1 pb-3">
        {proof.data?.password !== false && <PasswordProof onProved={() => onAnswer(true)} />}
        <OtherWays onChoose={setWay} />
      </div>
    </Dialog>
  )
}

function PasswordProof({ onProved }: { onProved(): void }) {
  const t = useText('dialogs')
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
function OtherWays({ onChoose }: { onChoose(way: DialogWay): void }) {
  const t = useText('dialogs')
  const user = useUser()
  const status = useStatus()
  const leave = useMutation({
    mutationFn: (way: Provider) => {
      rememberWayBack()
      return leaveForProvider(way, status)
    },
  })
  return signinWays
    .filter((way) => user && boundAccount(way, user) !== '' && isOffered(way, status))
    .map((way) => (
      <Button key={way.name} size="block" onClick={() => (way.kind === 'redirect' ? leave.mutate(way) : onChoose(way))}>
        <LoginMark mark={way.mark} />
        {t('proofBy', { name: t(`way.${way.name}`) })}
      </Button>
    ))
}
