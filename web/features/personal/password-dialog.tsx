import { longestPassword, passwordLength, shortestPassword } from '#contract/passwords.ts'
import { session } from '#contract/session.ts'
import type { User } from '#contract/users.ts'
import { call } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { formOf } from '../../lib/record-form.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { RecordField } from '../../ui/record-field.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useText('personal')
  const edit = useRecordForm(passwordForm, {
    text: t,
    save: async (values) => {
      await call(session.updateSelf, { body: edit.body(values) })
      notify.success(t('passwordChanged'))
      onClose()
    },
  })
  return (
    <FormDialog
      onClose={onClose}
      title={t('changePassword')}
      description={t('passwordHint')}
      onSubmit={edit.form.handleSubmit(edit.submit)}
      dirty={edit.form.formState.isDirty}
      pending={edit.isPending}
      submitLabel={t('changePassword')}
    >
      <RecordField edit={edit} name="original">
        {(field) => <PasswordInput {...field} autoComplete="current-password" />}
      </RecordField>
      <RecordField edit={edit} name="password" />
      <RecordField edit={edit} name="repeated" />
    </FormDialog>
  )
}

const passwordForm = formOf<User, { original_password: string; password: string }, 'personal'>()(
  {
    original: {
      control: 'password',
      label: 'currentPassword',
      start: '',
      required: 'currentMissing',
      to: (original) => ({ original_password: original }),
    },
    password: {
      control: 'password',
      label: 'newPassword',
      hint: 'newPasswordHint',
      start: '',
      required: 'passwordShort',
      to: (password) => ({ password }),
      rule: (password, t) => {
        if (passwordLength(password) < shortestPassword) return t('passwordShort')
        return passwordLength(password) > longestPassword ? t('passwordLong') : undefined
      },
    },
    repeated: { control: 'password', label: 'repeatPassword', start: '', required: 'passwordsDiffer' },
  },
  ({ password, repeated }, t) => ({ repeated: password === repeated ? undefined : t('passwordsDiffer') }),
)
