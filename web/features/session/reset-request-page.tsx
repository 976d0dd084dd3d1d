import { Link } from '@tanstack/react-router'
import { emails } from '#contract/emails.ts'
import { mailAddress } from '#contract/fields.ts'
import { call } from '../../lib/api.ts'
import { useCountdown } from '../../lib/countdown.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { usePageName } from '../../lib/page-name.ts'
import { formOf } from '../../lib/record-form.ts'
import { useStatus } from '../../lib/status.ts'
import { Button } from '../../ui/button.tsx'
import { useHumanCheck } from '../../ui/human-check.tsx'
import { Input } from '../../ui/input.tsx'
import { MailNotice } from '../../ui/mail-notice.tsx'
import { RecordField } from '../../ui/record-field.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'
import { AuthCard } from './auth-card.tsx'

const waitSeconds = 30

/** Asks for a mail with a link that resets the password. */
export function ResetRequestPage() {
  const t = useText('session')
  const { mail_enabled } = useStatus()
  usePageName(t('resetTitle'))
  const humanCheck = useHumanCheck()
  const countdown = useCountdown('reset-wait-until', waitSeconds)
  const edit = useRecordForm(resetForm, {
    text: t,
    save: async ({ email }) => {
      countdown.start()
      try {
        humanCheck.demand()
        await call(emails.requestReset, { query: { email: email.trim(), turnstile: humanCheck.token } })
        notify.success(t('resetSent'))
      } finally {
        // A token of the human check works once, whatever came of it.
        humanCheck.reset()
      }
    },
  })
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
      <form noValidate onSubmit={(event) => void edit.form.handleSubmit(edit.submit)(event)} className="grid gap-4">
        <RecordField edit={edit} name="email">
          {(field) => <Input {...field} type="email" autoComplete="email" autoFocus />}
        </RecordField>
        {humanCheck.widget}
        <Button
          type="submit"
          variant="primary"
          size="block"
          disabled={!mail_enabled || countdown.left > 0}
          loading={edit.isPending}
        >
          {countdown.left > 0 ? t('retryIn', { count: countdown.left }) : t('resetSend')}
        </Button>
      </form>
    </AuthCard>
  )
}

const resetForm = formOf<never, { email: string }, 'session'>()({
  email: {
    control: 'text',
    label: 'email',
    start: '',
    required: 'emailMissing',
    to: (email) => ({ email: email.trim() }),
    rule: (email, t) => (mailAddress.safeParse(email.trim()).success ? undefined : t('emailWrong')),
  },
})
