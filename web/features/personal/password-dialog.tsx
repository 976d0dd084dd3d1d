import { session } from '#contract/session.ts'
import { call } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { passwordFault } from '../../lib/password-fault.ts'
import { refresh } from '../../lib/query.ts'
import { formOf } from '../../lib/record-form.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { RecordField } from '../../ui/record-field.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'

/** Whoever signs in elsewhere has no password, and sets his first. */
export type PasswordState = 'first' | 'another'

/** Another password takes the one there is; the first a fresh session, which is asked for by itself. */
export function PasswordDialog({ state, onClose }: { state: PasswordState; onClose: () => void }) {
  const t = useText('personal')
  const edit = useRecordForm(passwordForm, {
    text: t,
    before: state,
    save: async (values) => {
      await call(session.updateSelf, { body: edit.body(values) })
      notify.success(t(state === 'first' ? 'passwordSet' : 'passwordChanged'))
      onClose()
      await refresh(session.proof)
    },
  })
  const title = t(state === 'first' ? 'setPassword' : 'changePassword')
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      description={t('passwordHint')}
      onSubmit={edit.form.handleSubmit(edit.submit)}
      dirty={edit.form.formState.isDirty}
      pending={edit.isPending}
      submitLabel={title}
    >
      {state === 'another' && (
        <RecordField edit={edit} name="original">
          {(field) => <PasswordInput {...field} autoComplete="current-password" />}
        </RecordField>
      )}
      <RecordField edit={edit} name="password" />
      <RecordField edit={edit} name="repeated" />
    </FormDialog>
  )
}

const passwordForm = formOf<PasswordState, { original_password?: string; password: string }, 'personal'>()(
  {
    original: {
      control: 'password',
      label: 'currentPassword',
      start: '',
      required: (state) => state === 'another' && 'currentMissing',
      to: (original, state) => (state === 'another' ? { original_password: original } : {}),
    },
    password: {
      control: 'password',
      label: 'newPassword',
      hint: 'newPasswordHint',
      start: '',
      required: 'passwordShort',
      to: (password) => ({ password }),
      rule: (password, t) => {
        const fault = passwordFault(password)
        return fault && t(fault)
      },
    },
    repeated: { control: 'password', label: 'repeatPassword', start: '', required: 'passwordAgain' },
  },
  ({ password, repeated }, t) => ({ repeated: password === repeated ? undefined : t('passwordsDiffer') }),
)
