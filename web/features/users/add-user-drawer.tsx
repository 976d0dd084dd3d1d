import { users } from '#contract/users.ts'
import { call } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { refresh } from '../../lib/query.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { Input } from '../../ui/input.tsx'
import { RecordField } from '../../ui/record-field.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'
import { newUserForm } from './user-form.ts'

/** Makes an ordinary user; rank, group and quota come afterwards. */
export function AddUserDrawer({ onClose }: { onClose(): void }) {
  const t = useText('users')
  const edit = useRecordForm(newUserForm, {
    text: t,
    save: async (values) => {
      await call(users.create, { body: edit.body(values) })
      notify.success(t('created'))
      onClose()
      void refresh(users.list)
    },
  })
  return (
    <FormDrawer
      open
      onClose={onClose}
      title={t('addUser')}
      form={edit.form}
      pending={edit.isPending}
      submitLabel={t('addUser')}
      onSubmit={edit.submit}
    >
      <RecordField edit={edit} name="username">
        {(field) => <Input {...field} spellCheck={false} autoCapitalize="none" />}
      </RecordField>
      <RecordField edit={edit} name="displayName" optional />
      <RecordField edit={edit} name="password" />
    </FormDrawer>
  )
}
