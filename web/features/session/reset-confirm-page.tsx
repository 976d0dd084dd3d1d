import { useMutation } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { emails } from '#contract/emails.ts'
import { call } from '../../lib/api.ts'
import { copyText } from '../../lib/clipboard.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { usePageName } from '../../lib/page-name.ts'
import { Button } from '../../ui/button.tsx'
import { Copy } from '../../ui/copy.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AuthCard } from './auth-card.tsx'

/** The target of the mailed link: makes a new password and shows it once. */
export function ResetConfirmPage() {
  const t = useText('session')
  usePageName(t('resetConfirmTitle'))
  const { email = '', token = '' } = useSearch({ strict: false })
  const isComplete = email !== '' && token !== ''
  const reset = useMutation({
    mutationFn: () => call(emails.reset, { body: { email, token } }),
    onSuccess: async (password) => {
      if (await copyText(password)) notify.success(t('passwordCopied'))
    },
  })
  return (
    <AuthCard
      title={t('resetConfirmTitle')}
      subtitle={reset.data === undefined ? t('resetConfirmSubtitle') : t('resetDone')}
      notice={!isComplete && <Notice tone="bad">{t('resetLinkWrong')}</Notice>}
      below={
        <Link to="/login" className="font-medium text-brand-ink hover:underline">
          {t('backToLogin')}
        </Link>
      }
    >
      <div className="grid gap-4">
        <Field label={t('email')}>{(control) => <Input {...control} readOnly value={email} />}</Field>
        {reset.data === undefined ? (
          <Button
            variant="primary"
            size="block"
            disabled={!isComplete}
            loading={reset.isPending}
            onClick={() => reset.mutate()}
          >
            {t('resetConfirm')}
          </Button>
        ) : (
          <div className="grid gap-1.5">
            <span className="text-[13px] font-medium">{t('newPassword')}</span>
            <div className="rounded-lg border border-line-strong bg-hover px-3 py-2">
              <Copy text={reset.data} className="w-full justify-between">
                <code className="break-all whitespace-normal">{reset.data}</code>
              </Copy>
            </div>
            <p className="text-xs text-muted">{t('newPasswordHint')}</p>
          </div>
        )}
      </div>
    </AuthCard>
  )
}
