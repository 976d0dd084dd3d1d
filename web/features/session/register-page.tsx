import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { session } from '#contract/session.ts'
import { call } from '../../lib/api.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { forgetInvitation, invitation, rememberInvitation } from '../../lib/invitation.ts'
import { notify } from '../../lib/notify.ts'
import { passwordChecks } from '../../lib/password-checks.ts'
import { useStatus } from '../../lib/status.ts'
import { Button } from '../../ui/button.tsx'
import { EmailCodeField } from '../../ui/email-code-field.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { useHumanCheck } from '../../ui/human-check.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
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
  const schema = useMemo(() => registerSchema(t, email_verification), [t, email_verification])
  const form = useForm({
    resolver: standardSchemaResolver(schema),
    mode: 'onTouched',
    defaultValues: { username: '', password: '', password2: '', email: '', verification_code: '' },
  })
  const register = useMutation({
    mutationFn: (values: z.output<typeof schema>) => {
      humanCheck.demand()
      return call(session.register, { query: { turnstile: humanCheck.token }, body: { ...values, aff_code: code } })
    },
    onSuccess: async () => {
      forgetInvitation()
      notify.success(t('registerDone'))
      await navigate({ to: '/login' })
    },
    onError: () => humanCheck.reset(),
  })
  return (
    <AuthCard
      title={t('registerTitle')}
      subtitle={t('registerSubtitle', { name: system_name })}
      notice={code !== '' && <Notice>{t('invitedBy', { code })}</Notice>}
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
        <form noValidate onSubmit={form.handleSubmit((values) => register.mutate(values))} className="grid gap-4">
          <FormField control={form.control} name="username" label={t('username')} hint={t('usernameHint')}>
            {(field) => <Input {...field} autoComplete="username" autoCapitalize="none" autoFocus />}
          </FormField>
          <FormField control={form.control} name="password" label={t('password')} hint={t('passwordHint')}>
            {(field) => <PasswordInput {...field} autoComplete="new-password" />}
          </FormField>
          <FormField control={form.control} name="password2" label={t('password2')}>
            {(field) => <PasswordInput {...field} autoComplete="new-password" />}
          </FormField>
          {email_verification && (
            <>
              <FormField control={form.control} name="email" label={t('email')}>
                {(field) => <Input {...field} type="email" autoComplete="email" />}
              </FormField>
              <FormField control={form.control} name="verification_code" label={t('emailCode')}>
                {(field) => (
                  <EmailCodeField email={() => form.getValues('email').trim()} humanCheck={humanCheck}>
                    <Input {...field} inputMode="numeric" autoComplete="one-time-code" />
                  </EmailCodeField>
                )}
              </FormField>
            </>
          )}
          {humanCheck.widget}
          <Button type="submit" variant="primary" size="block" loading={register.isPending}>
            {t('register')}
          </Button>
        </form>
      ) : (
        <Notice>{t('registerOff')}</Notice>
      )}
    </AuthCard>
  )
}

const registerSchema = (t: Text<'session'>, emailNeeded: boolean) =>
  z
    .object({
      username: z.string().check(z.trim(), z.minLength(1, t('credentialsMissing')), z.maxLength(12, t('usernameHint'))),
      password: z
        .string()
        .check(
          z.minLength(1, { error: t('credentialsMissing'), abort: true }),
          ...passwordChecks({ short: t('passwordShort'), long: t('passwordLong') }),
        ),
      password2: z.string(),
      email: emailNeeded
        ? z
            .string()
            .check(z.trim(), z.minLength(1, { error: t('emailMissing'), abort: true }), z.email(t('emailWrong')))
        : z.string(),
      verification_code: emailNeeded ? z.string().check(z.trim(), z.minLength(1, t('codeMissing'))) : z.string(),
    })
    .check(
      z.refine(({ password, password2 }) => password === password2, {
        error: t('passwordsDiffer'),
        path: ['password2'],
        when: () => true,
      }),
    )
