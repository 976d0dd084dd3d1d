import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { emails } from '#contract/emails.ts'
import { mailAddress } from '#contract/fields.ts'
import { call } from '../../lib/api.ts'
import { useCountdown } from '../../lib/countdown.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { useHumanCheck } from '../../ui/human-check.tsx'
import { Input } from '../../ui/input.tsx'
import { MailNotice } from '../../ui/mail-notice.tsx'
import { AuthCard } from './auth-card.tsx'

const waitSeconds = 30

/** Asks for a mail with a link that resets the password. */
export function ResetRequestPage() {
  const t = useText('session')
  const humanCheck = useHumanCheck()
  const countdown = useCountdown('reset-wait-until', waitSeconds)
  const [email, setEmail] = useState('')
  const [fault, setFault] = useState<string>()
  const request = useMutation({
    mutationFn: () => {
      humanCheck.demand()
      return call(emails.requestReset, { query: { email: email.trim(), turnstile: humanCheck.token } })
    },
    onSuccess: () => notify.success(t('resetSent')),
    // A token of the human check works once, whatever came of it.
    onSettled: () => humanCheck.reset(),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong =
      email.trim() === '' ? t('emailMissing') : mailAddress.safeParse(email).success ? undefined : t('emailWrong')
    setFault(wrong)
    if (wrong !== undefined) return
    countdown.start()
    request.mutate()
  }
  return (
    <AuthCard
      title={t('resetTitle')}
      subtitle={t('resetSubtitle')}
      notice={<MailNotice />}
      below={
        <Link to="/login" className="font-medium text-brand-ink hover:underline">
          {t('backToLogin')}
        </Link>
      }
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field label={t('email')} error={fault}>
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="email"
              autoFocus
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        {humanCheck.widget}
        <Button type="submit" variant="primary" size="block" disabled={countdown.left > 0} loading={request.isPending}>
          {countdown.left > 0 ? t('retryIn', { count: countdown.left }) : t('resetSend')}
        </Button>
      </form>
    </AuthCard>
  )
}
