import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { CircleHelp } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { setup } from '#contract/setup.ts'
import { ApiError, call } from '../../lib/api.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { passwordChecks } from '../../lib/password-checks.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { UsageModes } from './usage-modes.tsx'

const usageModes = ['external', 'self', 'demo'] as const
type Values = {
  username: string
  password: string
  confirmPassword: string
  code: string
  usageMode: (typeof usageModes)[number]
}

const initial: Values = { username: '', password: '', confirmPassword: '', code: '', usageMode: 'external' }
const reloadAfterMilliseconds = 1500

/** The code of the start where it is asked for, the admin account, unless there is one, and the usage mode. */
export function SetupForm({ hasAdmin, codeNeeded }: { hasAdmin: boolean; codeNeeded: boolean }) {
  const t = useText('setup')
  const [isHelpOpen, setHelpOpen] = useState(false)
  const schema = useMemo(() => setupSchema(t, { hasAdmin, codeNeeded }), [t, hasAdmin, codeNeeded])
  const form = useForm({
    resolver: standardSchemaResolver(schema),
    mode: 'onTouched',
    defaultValues: initial,
  })
  const perform = useMutation({
    mutationFn: ({ usageMode, ...account }: Values) =>
      call(setup.perform, {
        body: { ...account, SelfUseModeEnabled: usageMode === 'self', DemoSiteEnabled: usageMode === 'demo' },
      }),
    meta: { quiet: true },
    onSuccess: () => {
      notify.success(t('done'))
      setTimeout(() => location.reload(), reloadAfterMilliseconds)
    },
    onError: (error) => {
      const told =
        error instanceof ApiError && (error.kind === 'refused' || error.code !== undefined) ? error : undefined
      if (told?.code === 'setup_code_wrong') form.setError('code', { message: told.message }, { shouldFocus: true })
      else notify.error(told === undefined ? t('systemFailed') : `${t('initializeFailed')}\n${told.message}`)
    },
  })
  return (
    <form noValidate onSubmit={form.handleSubmit((values) => perform.mutate(values))} className="grid gap-6">
      {codeNeeded && (
        <FormField control={form.control} name="code" label={t('code')} hint={t('codeHint')} required>
          {(field) => <Input {...field} autoComplete="off" spellCheck={false} className="font-mono" />}
        </FormField>
      )}
      <section className="grid gap-4">
        <div>
          <h2 className="text-[15px] font-semibold">{t('adminTitle')}</h2>
          <p className="text-[13px] text-muted">{hasAdmin ? t('adminDone') : t('adminHint')}</p>
        </div>
        {!hasAdmin && (
          <>
            <FormField control={form.control} name="username" label={t('username')} hint={t('usernameHint')} required>
              {(field) => <Input {...field} autoComplete="username" />}
            </FormField>
            <FormField control={form.control} name="password" label={t('password')} hint={t('passwordHint')} required>
              {(field) => <PasswordInput {...field} autoComplete="new-password" />}
            </FormField>
            <FormField control={form.control} name="confirmPassword" label={t('password2')} required>
              {(field) => <PasswordInput {...field} autoComplete="new-password" />}
            </FormField>
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
          value={form.watch('usageMode')}
          onChange={(mode) => form.setValue('usageMode', mode)}
          choices={modeChoices(t)}
        />
      </section>
      <Button type="submit" variant="primary" size="block" loading={perform.isPending || perform.isSuccess}>
        {t('initialize')}
      </Button>
      <Dialog open={isHelpOpen} onClose={() => setHelpOpen(false)} title={t('modeHelpTitle')}>
        <UsageModes />
      </Dialog>
    </form>
  )
}

const setupSchema = (t: Text<'setup'>, { hasAdmin, codeNeeded }: { hasAdmin: boolean; codeNeeded: boolean }) => {
  const usageMode = z.enum(usageModes)
  const code = codeNeeded ? z.string().check(z.trim(), z.minLength(1, t('codeMissing'))) : z.string()
  if (hasAdmin) {
    return z.object({ username: z.string(), password: z.string(), confirmPassword: z.string(), code, usageMode })
  }
  return z
    .object({
      username: z.string().check(z.trim(), z.minLength(1, t('usernameMissing')), z.maxLength(12, t('usernameLong'))),
      password: z.string().check(...passwordChecks({ short: t('passwordShort'), long: t('passwordLong') })),
      confirmPassword: z.string(),
      code,
      usageMode,
    })
    .check(
      z.refine(({ password, confirmPassword }) => password === confirmPassword, {
        error: t('passwordsDiffer'),
        path: ['confirmPassword'],
        // The two are compared even while another field is still wrong.
        when: () => true,
      }),
    )
}

const modeChoices = (t: Text<'setup'>) =>
  [
    { value: 'external', label: t('modeExternal'), hint: t('modeExternalHint') },
    { value: 'self', label: t('modeSelf'), hint: t('modeSelfHint') },
    { value: 'demo', label: t('modeDemo'), hint: t('modeDemoHint') },
  ] as const
