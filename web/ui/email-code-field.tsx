import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../lib/api.ts'
import { useCountdown } from '../lib/countdown.ts'
import { sendEmailCode } from '../lib/email-code.ts'
import { useText } from '../lib/i18n.ts'
import { notify } from '../lib/notify.ts'
import { notifyFailure } from '../lib/query.ts'
import { useStatus } from '../lib/status.ts'
import { Button } from './button.tsx'
import type { HumanCheck } from './human-check.tsx'

const waitSeconds = 30

type EmailCodeFieldProps = {
  /** The address as it stands in its field, which tells what is wrong with it; none where something is. */
  email: () => Promise<string | undefined>
  /** Tells in the field of the address what the server has against it. */
  onRefused: (message: string) => void
  humanCheck: HumanCheck
  children: ReactNode
}

/** An input for a code, with the button that has one mailed; it rests for 30 seconds between two mails. */
export function EmailCodeField({ email, onRefused, humanCheck, children }: EmailCodeFieldProps) {
  const t = useText()
  const { mail_enabled } = useStatus()
  const countdown = useCountdown('email-code-wait-until', waitSeconds)
  const send = useMutation({
    mutationFn: async (address: string) => {
      humanCheck.demand()
      await sendEmailCode(address, humanCheck.token)
    },
    meta: { quiet: true },
    onSuccess: () => {
      countdown.start()
      notify.success(t('codeSent'))
    },
    onError: (error) => {
      if (error instanceof ApiError && error.field === 'email') onRefused(error.message)
      else notifyFailure(error)
    },
    onSettled: () => humanCheck.reset(),
  })
  const ask = async () => {
    const address = await email()
    if (address !== undefined) send.mutate(address)
  }
  return (
    <div className="flex gap-2">
      <div className="min-w-0 flex-1">{children}</div>
      <Button onClick={() => void ask()} loading={send.isPending} disabled={!mail_enabled || countdown.left > 0}>
        {countdown.left > 0 ? t('codeAgain', { count: countdown.left }) : t('getCode')}
      </Button>
    </div>
  )
}
