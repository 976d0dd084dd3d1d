import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { emails } from '#contract/emails.ts'
import { session } from '#contract/session.ts'
import { call } from '../../lib/api.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { refresh } from '../../lib/query.ts'
import { EmailCodeField } from '../../ui/email-code-field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { useHumanCheck } from '../../ui/human-check.tsx'
import { Input } from '../../ui/input.tsx'

/** Binds an email address with a code that is mailed to it. */
export function EmailDialog({ onClose }: { onClose(): void }) {
  const t = useText('personal')
  const humanCheck = useHumanCheck()
  const schema = useMemo(() => emailSchema(t), [t])
  const form = useForm({
    resolver: standardSchemaResolver(schema),
    mode: 'onTouched',
    defaultValues: { email: '', code: '' },
  })
  const bind = useMutation({
    mutationFn: (query: z.output<typeof schema>) => call(emails.bind, { query }),
    onSuccess: async () => {
      notify.success(t('emailBound'))
      onClose()
      await refresh(session.self)
    },
  })
  return (
    <FormDialog
      onClose={onClose}
      title={t('bindEmail')}
      description={t('bindEmailHint')}
      onSubmit={form.handleSubmit((values) => bind.mutate(values))}
      pending={bind.isPending}
      submitLabel={t('bind')}
    >
      <FormField control={form.control} name="email" label={t('email')} required>
        {(field) => <Input {...field} type="email" autoComplete="email" />}
      </FormField>
      <FormField control={form.control} name="code" label={t('emailCode')} required>
        {(field) => (
          <EmailCodeField email={() => form.getValues('email').trim()} humanCheck={humanCheck}>
            <Input {...field} inputMode="numeric" autoComplete="one-time-code" />
          </EmailCodeField>
        )}
      </FormField>
      {humanCheck.widget}
    </FormDialog>
  )
}

const emailSchema = (t: Text<'personal'>) =>
  z.object({
    email: z
      .string()
      .check(z.trim(), z.minLength(1, { error: t('emailMissing'), abort: true }), z.email(t('emailWrong'))),
    code: z.string().check(z.trim(), z.minLength(1, t('codeMissing'))),
  })
