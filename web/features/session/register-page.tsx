import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import type { EndpointRequest } from '#contract/endpoint.ts'
import { mailAddress } from '#contract/fields.ts'
import { session } from '#contract/session.ts'
import { call } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { forgetInvitation, invitation, rememberInvitation } from '../../lib/invitation.ts'
import { useLeaveGuard } from '../../lib/leave-guard.ts'
import { notify } from '../../lib/notify.ts'
import { passwordFault } from '../../lib/password-fault.ts'
import { formOf } from '../../lib/record-form.ts'
import { useStatus } from '../../lib/status.ts'
import { Button } from '../../ui/button.tsx'
import { EmailCodeField } from '../../ui/email-code-field.tsx'
import { useHumanCheck } from '../../ui/human-check.tsx'
import { Input } from '../../ui/input.tsx'
import { MailNotice } from '../../ui/mail-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RecordField } from '../../ui/record-field.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'
import { AuthCard } from './auth-card.tsx'

export function RegisterPage() {
  const t = useText('session')
  const navigate = useNavigate()
  const { system_name, email_verification, password_register } = useStatus()
  const { aff } = useSearch({ strict: false })
  const humanCheck = useHumanCheck()
  useEffect(() => {
    if (aff) rememberInvitation(aff)
  }, [aff])
  const code = aff ?? invitation()
  const form = useMemo(() => registerForm(email_verification), [email_verification])
  const edit = useRecordForm(form, {
    text: t,
    save: async (values) => {
      humanCheck.demand()
      const request = { query: { turnstile: humanCheck.token }, body: { ...edit.body(values), aff_code: code } }
      // A token of the human check works once.
      await call(session.register, request).catch((error: unknown) => {
        humanCheck.reset()
        throw error
      })
      forgetInvitation()
      notify.success(t('registerDone'))
      await navigate({ to: '/login' })
    },
  })
  useLeaveGuard(edit.form.formState.isDirty && !edit.isPending)
  return (
    <AuthCard
      title={t('registerTitle')}
      subtitle={t('registerSubtitle', { name: system_name })}
      notice={
        <>
          {code !== '' && <Notice>{t('invitedBy', { code })}</Notice>}
          {password_register && email_verification && <MailNotice />}
        </>
      }
      below={
        <>
          {t('haveAccount')}{' '}
          <Link to="/login" className="font-medium text-brand-ink hover:underline">
            {t('login')}
          </Link>
        </>
      }
    >
      {password_register ? (
        <form noValidate className="grid gap-4" onSubmit={(event) => void edit.form.handleSubmit(edit.submit)(event)}>
          <RecordField edit={edit} name="username">
            {(field) => <Input {...field} autoComplete="username" autoCapitalize="none" autoFocus />}
          </RecordField>
          <RecordField edit={edit} name="password" />
          <RecordField edit={edit} name="repeated" />
          {email_verification && (
            <>
              <RecordField edit={edit} name="email">
                {(field) => <Input {...field} type="email" autoComplete="email" />}
              </RecordField>
              <RecordField edit={edit} name="code">
                {(field) => (
                  <EmailCodeField
                    email={async () =>
                      (await edit.form.trigger('email', { shouldFocus: true }))
                        ? edit.form.getValues('email').trim()
                        : undefined
                    }
                    onRefused={(message) =>
                      edit.form.setError('email', { type: 'refused', message }, { shouldFocus: true })
                    }
                    humanCheck={humanCheck}
                  >
                    <Input {...field} inputMode="numeric" autoComplete="one-time-code" />
                  </EmailCodeField>
                )}
              </RecordField>
            </>
          )}
          {humanCheck.widget}
          <Button type="submit" variant="primary" size="block" loading={edit.isPending}>
            {t('register')}
          </Button>
        </form>
      ) : (
        <Notice>{t('registerOff')}</Notice>
      )}
    </AuthCard>
  )
}

const longestUsername = 12

type Registration = EndpointRequest<typeof session.register>['body']

const registerForm = (isEmailNeeded: boolean) =>
  formOf<never, Registration, 'session'>()(
    {
      username: {
        control: 'text',
        label: 'username',
        hint: 'usernameHint',
        start: '',
        required: 'credentialsMissing',
        to: (username) => ({ username: username.trim() }),
        rule: (username, t) => (username.trim().length > longestUsername ? t('usernameHint') : undefined),
      },
      password: {
        control: 'password',
        label: 'password',
        hint: 'passwordHint',
        start: '',
        required: 'credentialsMissing',
        to: (password) => ({ password }),
        rule: (password, t) => {
          const fault = passwordFault(password)
          return fault && t(fault)
        },
      },
      repeated: {
        control: 'password',
        label: 'password2',
        start: '',
        required: 'passwordAgain',
        to: (repeated) => ({ password2: repeated }),
      },
      email: {
        control: 'text',
        label: 'email',
        start: '',
        required: () => isEmailNeeded && 'emailMissing',
        to: (email) => ({ email: email.trim() }),
        rule: (email, t) =>
          isEmailNeeded && !mailAddress.safeParse(email.trim()).success ? t('emailWrong') : undefined,
      },
      code: {
        control: 'text',
        label: 'emailCode',
        start: '',
        required: () => isEmailNeeded && 'codeMissing',
        to: (code) => ({ verification_code: code.trim() }),
      },
    },
    ({ password, repeated }, t) => ({ repeated: password === repeated ? undefined : t('passwordsDiffer') }),
  )
