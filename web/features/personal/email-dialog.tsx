import * as z from 'zod/mini'
import { emails } from '#contract/emails.ts'
import { session } from '#contract/session.ts'
import type { User } from '#contract/user.ts'
import { call } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { refresh } from '../../lib/query.ts'
import { formOf } from '../../lib/record-form.ts'
import { EmailCodeField } from '../../ui/email-code-field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useHumanCheck } from '../../ui/human-check.tsx'
import { Input } from '../../ui/input.tsx'
import { RecordField } from '../../ui/record-field.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'

/** Binds an email address with a code that is mailed to it. */
export function EmailDialog({ onClose }: { onClose(): void }) {
  const t = useText('personal')
  const humanCheck = useHumanCheck()
  const edit = useRecordForm(emailForm, {
    text: t,
    save: async (values) => {
      await call(emails.bind, { query: edit.body(values) })
      notify.success(t('emailBound'))
      onClose()
      void refresh(session.self)
    },
  })
  return (
    <FormDialog
      onClose={onClose}
      title={t('bindEmail')}
      description={t('bindEmailHint')}
      onSubmit={edit.form.handleSubmit(edit.submit)}
      dirty={edit.form.formState.isDirty}
      pending={edit.isPending}
      submitLabel={t('bind')}
    >
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
            onRefused={(message) => edit.form.setError('email', { type: 'refused', message }, { shouldFocus: true })}
            humanCheck={humanCheck}
          >
            <Input {...field} inputMode="numeric" autoComplete="one-time-code" />
          </EmailCodeField>
        )}
      </RecordField>
      {humanCheck.widget}
    </FormDialog>
  )
}

const emailForm = formOf<User, { email: string; code: string }, 'personal'>()({
  email: {
    control: 'text',
    label: 'email',
    start: '',
    required: 'emailMissing',
    to: (email) => ({ email: email.trim() }),
    rule: (email, t) => (z.email().safeParse(email.trim()).success ? undefined : t('emailWrong')),
  },
  code: {
    control: 'text',
    label: 'emailCode',
    start: '',
    required: 'codeMissing',
    to: (code) => ({ code: code.trim() }),
  },
})
