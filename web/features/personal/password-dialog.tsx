import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { session } from '#contract/session.ts'
import { call } from '../../lib/api.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { passwordChecks } from '../../lib/password-checks.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useText('personal')
  const schema = useMemo(() => passwordSchema(t), [t])
  const form = useForm({
    resolver: standardSchemaResolver(schema),
    mode: 'onTouched',
    defaultValues: { original: '', password: '', repeated: '' },
  })
  const change = useMutation({
    mutationFn: ({ original, password }: z.output<typeof schema>) =>
      call(session.updateSelf, { body: { original_password: original, password } }),
    onSuccess: () => {
      notify.success(t('passwordChanged'))
      onClose()
    },
  })
  return (
    <FormDialog
      onClose={onClose}
      title={t('changePassword')}
      description={t('passwordHint')}
      onSubmit={form.handleSubmit((values) => change.mutate(values))}
      pending={change.isPending}
      submitLabel={t('changePassword')}
    >
      <FormField control={form.control} name="original" label={t('currentPassword')} required>
        {(field) => <PasswordInput {...field} autoComplete="current-password" />}
      </FormField>
      <FormField control={form.control} name="password" label={t('newPassword')} hint={t('newPasswordHint')} required>
        {(field) => <PasswordInput {...field} autoComplete="new-password" />}
      </FormField>
      <FormField control={form.control} name="repeated" label={t('repeatPassword')} required>
        {(field) => <PasswordInput {...field} autoComplete="new-password" />}
      </FormField>
    </FormDialog>
  )
}

const passwordSchema = (t: Text<'personal'>) =>
  z
    .object({
      original: z.string().check(z.minLength(1, t('currentMissing'))),
      password: z.string().check(...passwordChecks({ short: t('passwordShort'), long: t('passwordLong') })),
      repeated: z.string(),
    })
    .check(
      z.refine(({ password, repeated }) => password === repeated, {
        error: t('passwordsDiffer'),
        path: ['repeated'],
        when: () => true,
      }),
    )
