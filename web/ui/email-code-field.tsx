import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCountdown } from '../lib/countdown.ts'
import { sendEmailCode } from '../lib/email-code.ts'
import { useText } from '../lib/i18n.ts'
import { notify } from '../lib/notify.ts'
import { Button } from './button.tsx'
import type { HumanCheck } from './human-check.tsx'
import { MailNotice } from './mail-notice.tsx'

const waitSeconds = 30

type EmailCodeFieldProps = {
  /** The address as it stands in the form. */
  email: () => string
  humanCheck: HumanCheck
  children: ReactNode
}

/** An input for a code, with the button that has one mailed; it rests for 30 seconds between two mails. */
export function EmailCodeField({ email, humanCheck, children }: EmailCodeFieldProps) {
  const t = useText()
  const countdown = useCountdown('email-code-wait-until', waitSeconds)
  const send = useMutation({
    mutationFn: () => {
      humanCheck.demand()
      return sendEmailCode(email(), humanCheck.token)
    },
    onSuccess: () => {
      countdown.start()
      notify.success(t('codeSent'))
    },
    onSettled: () => humanCheck.reset(),
  })
  const ask = () => {
    if (email() === '') notify.error(t('emailMissing'))
    else send.mutate()
  }
  return (
    <>
      <MailNotice />
      <div className="flex gap-2">
        <div className="min-w-0 flex-1">{children}</div>
        <Button onClick={ask} loading={send.isPending} disabled={countdown.left > 0}>
          {countdown.left > 0 ? t('codeAgain', { count: countdown.left }) : t('getCode')}
        </Button>
      </div>
    </>
  )
}
