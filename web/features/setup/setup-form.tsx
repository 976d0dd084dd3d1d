import { CircleHelp } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { EndpointRequest } from '#contract/endpoint.ts'
import { session } from '#contract/session.ts'
import { setup } from '#contract/setup.ts'
import { ApiError, call } from '../../lib/api.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { useLeaveGuard } from '../../lib/leave-guard.ts'
import { notify } from '../../lib/notify.ts'
import { passwordFault } from '../../lib/password-fault.ts'
import { formOf } from '../../lib/record-form.ts'
import { rememberUser } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { RecordField } from '../../ui/record-field.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'
import { UsageModes } from './usage-modes.tsx'

const reloadAfterMilliseconds = 1500

/** The code of the start where it is asked for, the admin account, unless there is one, and the usage mode. */
export function SetupForm({ hasAdmin, codeNeeded }: { hasAdmin: boolean; codeNeeded: boolean }) {
  const t = useText('setup')
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [isDone, setDone] = useState(false)
  const form = useMemo(() => setupForm({ hasAdmin, codeNeeded }), [hasAdmin, codeNeeded])
  const edit = useRecordForm(form, {
    text: t,
    save: async (values) => {
      await call(setup.perform, { body: edit.body(values) })
      setDone(true)
      notify.success(t('done'))
      const isSignedIn = !hasAdmin && (await signIn(values))
      setTimeout(() => (isSignedIn ? location.assign(startPath) : location.reload()), reloadAfterMilliseconds)
    },
    onFailure: (error) => {
      const isTold = error instanceof ApiError && (error.kind === 'refused' || error.code !== undefined)
      notify.error(isTold ? `${t('initializeFailed')}\n${error.message}` : t('systemFailed'))
    },
  })
  useLeaveGuard(edit.form.formState.isDirty && !edit.isPending && !isDone)
  return (
    <form noValidate onSubmit={(event) => void edit.form.handleSubmit(edit.submit)(event)} className="grid gap-6">
      {codeNeeded && (
        <RecordField edit={edit} name="code">
          {(field) => <Input {...field} autoComplete="off" spellCheck={false} className="font-mono" autoFocus />}
        </RecordField>
      )}
      <section className="grid gap-4">
        <div>
          <h2 className="text-[15px] font-semibold">{t('adminTitle')}</h2>
          <p className="text-[13px] text-muted">{hasAdmin ? t('adminDone') : t('adminHint')}</p>
        </div>
        {!hasAdmin && (
          <>
            <RecordField edit={edit} name="username">
              {(field) => <Input {...field} autoComplete="username" autoFocus={!codeNeeded} />}
            </RecordField>
            <RecordField edit={edit} name="password" />
            <RecordField edit={edit} name="repeated" />
          </>
        )}
      </section>
      <section className="grid gap-3">
        <div className="flex flex-wrap items-end justify-between gap-x-3">
          <div>
            <h2 className="text-[15px] font-semibold">{t('modeTitle')}</h2>
            <p className="text-[13px] text-muted">{t('modeHint')}</p>
          </div>
          <Button variant="link" size="inline" className="min-h-6 text-[13px]" onClick={() => setHelpOpen(true)}>
            <CircleHelp aria-hidden />
            {t('modeHelp')}
          </Button>
        </div>
        <RadioGroup
          look="cards"
          label={t('modeTitle')}
          value={edit.form.watch('usageMode')}
          onChange={(mode) => edit.set('usageMode', mode)}
          choices={modeChoices(t)}
        />
      </section>
      <Button type="submit" variant="primary" size="block" loading={edit.isPending || isDone}>
        {t('initialize')}
      </Button>
      <Dialog open={isHelpOpen} onClose={() => setHelpOpen(false)} title={t('modeHelpTitle')}>
        <UsageModes />
      </Dialog>
    </form>
  )
}

const startPath = '/start'

/** Whoever made the account goes on as its owner; where that fails, the log in is not far. */
const signIn = async ({ username, password }: { username: string; password: string }): Promise<boolean> => {
  try {
    rememberUser(await call(session.login, { query: {}, body: { username: username.trim(), password } }))
    return true
  } catch {
    return false
  }
}

const longestUsername = 12

type Setup = EndpointRequest<typeof setup.perform>['body']

/** What is not asked for is sent empty. */
const setupForm = ({ hasAdmin, codeNeeded }: { hasAdmin: boolean; codeNeeded: boolean }) =>
  formOf<never, Setup, 'setup'>()(
    {
      code: {
        control: 'text',
        label: 'code',
        hint: 'codeHint',
        start: '',
        required: () => codeNeeded && 'codeMissing',
        to: (code) => ({ code: code.trim() }),
      },
      username: {
        control: 'text',
        label: 'username',
        hint: 'usernameHint',
        start: '',
        required: () => !hasAdmin && 'usernameMissing',
        to: (username) => ({ username: username.trim() }),
        rule: (username, t) => (username.trim().length > longestUsername ? t('usernameLong') : undefined),
      },
      password: {
        control: 'password',
        label: 'password',
        hint: 'passwordHint',
        start: '',
        required: () => !hasAdmin && 'passwordShort',
        to: (password) => ({ password }),
        rule: (password, t) => {
          const fault = hasAdmin ? undefined : passwordFault(password)
          return fault && t(fault)
        },
      },
      repeated: {
        control: 'password',
        label: 'password2',
        start: '',
        required: () => !hasAdmin && 'passwordAgain',
        to: (repeated) => ({ confirmPassword: repeated }),
      },
      usageMode: {
        control: 'choice',
        label: 'modeTitle',
        start: 'external',
        to: (mode) => ({ SelfUseModeEnabled: mode === 'self', DemoSiteEnabled: mode === 'demo' }),
      },
    },
    ({ password, repeated }, t) => ({ repeated: password === repeated ? undefined : t('passwordsDiffer') }),
  )

const modeChoices = (t: Text<'setup'>) =>
  [
    { value: 'external', label: t('modeExternal'), hint: t('modeExternalHint') },
    { value: 'self', label: t('modeSelf'), hint: t('modeSelfHint') },
    { value: 'demo', label: t('modeDemo'), hint: t('modeDemoHint') },
  ] as const
