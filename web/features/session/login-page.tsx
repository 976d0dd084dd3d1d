import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { session } from '#contract/session.ts'
import { ApiError, call } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { lastWayPreference } from '../../lib/login-ways.ts'
import { notify } from '../../lib/notify.ts'
import { notifyFailure } from '../../lib/query.ts'
import { rememberUser } from '../../lib/session.ts'
import { useStatus } from '../../lib/status.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { useHumanCheck } from '../../ui/human-check.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { AuthCard } from './auth-card.tsx'
import { ExternalLogins } from './external-logins.tsx'

type Credentials = { username: string; password: string }

/** The account that setup tools of this ecosystem create when nobody chooses another. */
const wellKnown: Credentials = { username: 'root', password: '123456' }

export function LoginPage() {
  const t = useText('session')
  const navigate = useNavigate()
  const { system_name, self_use_mode_enabled, password_login, password_register } = useStatus()
  const { expired } = useSearch({ strict: false })
  const humanCheck = useHumanCheck()
  const [fault, setFault] = useState<string>()
  const passwordInput = useRef<HTMLInputElement>(null)
  const login = useMutation({
    mutationFn: (body: Credentials) => {
      humanCheck.demand()
      return call(session.login, { query: { turnstile: humanCheck.token }, body })
    },
    meta: { quiet: true },
    onSuccess: async (user, { username, password }) => {
      rememberUser(user)
      lastWayPreference.set('password')
      notify.success(t('loginDone'))
      if (username === wellKnown.username && password === wellKnown.password) {
        notify.warning(t('defaultPassword'), {
          label: t('changePassword'),
          run: () => void navigate({ to: '/personal', search: { tab: 'security' } }),
        })
      }
      await navigate({ to: '/token' })
    },
    onError: (error) => {
      humanCheck.reset()
      // A refusal is about what was typed, so it stands at the field; anything else is about the connection.
      if (error instanceof ApiError && error.kind === 'refused') {
        setFault(error.message)
        passwordInput.current?.focus()
      } else notifyFailure(error)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entered = new FormData(event.currentTarget)
    const username = String(entered.get('username') ?? '').trim()
    const password = String(entered.get('password') ?? '')
    const isComplete = username !== '' && password !== ''
    setFault(isComplete ? undefined : t('credentialsMissing'))
    if (isComplete) login.mutate({ username, password })
  }
  return (
    <AuthCard
      title={t('loginTitle', { name: system_name })}
      subtitle={t('loginSubtitle')}
      notice={expired === 'true' && <Notice tone="warn">{t('loginExpired')}</Notice>}
      below={
        password_register &&
        !self_use_mode_enabled && (
          <>
            {t('noAccount')}{' '}
            <Link to="/register" className="font-medium text-brand-ink hover:underline">
              {t('createAccount')}
            </Link>
          </>
        )
      }
    >
      {password_login ? (
        <form noValidate onSubmit={submit} className="grid gap-4">
          <Field label={t('usernameOrEmail')}>
            {(control) => (
              <Input {...control} name="username" autoComplete="username" autoCapitalize="none" autoFocus />
            )}
          </Field>
          <Field
            label={t('password')}
            error={fault}
            aside={
              <Link to="/reset" className="text-[13px] text-brand-ink hover:underline">
                {t('forgotPassword')}
              </Link>
            }
          >
            {(control) => (
              <PasswordInput {...control} ref={passwordInput} name="password" autoComplete="current-password" />
            )}
          </Field>
          {humanCheck.widget}
          <Button type="submit" variant="primary" size="block" loading={login.isPending}>
            {t('login')}
          </Button>
        </form>
      ) : (
        <Notice>{t('passwordLoginOff')}</Notice>
      )}
      <ExternalLogins />
    </AuthCard>
  )
}
