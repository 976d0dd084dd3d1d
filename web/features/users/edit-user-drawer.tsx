import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { models } from '#contract/models.ts'
import type { User } from '#contract/user.ts'
import { users } from '#contract/users.ts'
import { ApiError, call } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { knownOf, mapKnown } from '../../lib/known.ts'
import { notify } from '../../lib/notify.ts'
import { endpointQuery, refresh } from '../../lib/query.ts'
import { useUser } from '../../lib/session.ts'
import { NoteInput } from '../../pieces/notes/note-input.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { Input } from '../../ui/input.tsx'
import { RecordField } from '../../ui/record-field.tsx'
import { Select } from '../../ui/select.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'
import { QuotaChangeField } from './quota-change-field.tsx'
import { UserFacts } from './user-facts.tsx'
import { groupChoices, userForm } from './user-form.ts'

/** Changes a user as he was when the form was opened. */
export function EditUserDrawer({ user: opened, onClose }: { user: User; onClose(): void }) {
  const t = useText('users')
  // Who he was last seen as: the balance is read again when it moved meanwhile.
  const [user, setUser] = useState(opened)
  const self = useUser()
  const groups = useQuery(endpointQuery(models.groups))
  const edit = useRecordForm(userForm, {
    text: t,
    before: user,
    save: async (values) => {
      try {
        await call(users.update, { body: { ...edit.changes(values), id: user.id } })
        notify.success(t('updated'))
        onClose()
      } catch (error) {
        if (error instanceof ApiError && error.code === 'user_quota_changed') {
          // Nothing else: beside a newer name or group the one that nobody touched would look changed.
          const { quota, used_quota } = await call(users.read, { params: { id: String(opened.id) } })
          setUser({ ...opened, quota, used_quota })
        }
        throw error
      } finally {
        void refresh(users.list)
      }
    },
  })
  return (
    <FormDrawer
      open
      onClose={onClose}
      title={t('editUser')}
      description={`#${opened.id} ${opened.username}`}
      form={edit.form}
      pending={edit.isPending}
      onSubmit={(values) => edit.submit(values.quotaChange ? values : { ...values, reason: '', tell: false })}
    >
      <FormSection title={t('sectionAccount')}>
        <RecordField edit={edit} name="username">
          {(field) => <Input {...field} spellCheck={false} autoCapitalize="none" />}
        </RecordField>
        <RecordField edit={edit} name="displayName" />
        <RecordField edit={edit} name="password" optional />
        <RecordField edit={edit} name="group">
          {({ ref: _ref, name: _name, ...field }) => (
            <Select {...field} choices={mapKnown(knownOf(groups), (names) => groupChoices(names, field.value, t))} />
          )}
        </RecordField>
        {user.id !== self?.id && (
          <RecordField edit={edit} name="note" optional>
            {(field) => <NoteInput {...field} />}
          </RecordField>
        )}
      </FormSection>
      <FormSection title={t('sectionQuota')}>
        <QuotaChangeField edit={edit} user={user} />
      </FormSection>
      <FormSection title={t('sectionFacts')}>
        <UserFacts user={user} />
      </FormSection>
    </FormDrawer>
  )
}
