import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { models } from '#contract/models.ts'
import { type User, type UserChangeInput, users } from '#contract/users.ts'
import { ApiError, call } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { knownOf, mapKnown } from '../../lib/known.ts'
import { notify } from '../../lib/notify.ts'
import { endpointQuery, refresh } from '../../lib/query.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { Select } from '../../ui/select.tsx'
import { QuotaChangeField } from './quota-change-field.tsx'
import { UserFacts } from './user-facts.tsx'
import { groupChoices, isChange, type UserFormValues, userChange, userSchema, userValues } from './user-form.ts'

/** Changes a user as he was when the form was opened. */
export function EditUserDrawer({ user: opened, onClose }: { user: User; onClose(): void }) {
  const t = useText('users')
  // Who he was last seen as: the balance is read again when it moved meanwhile.
  const [user, setUser] = useState(opened)
  const groups = useQuery(endpointQuery(models.groups))
  const schema = useMemo(() => userSchema(t), [t])
  const form = useForm<UserFormValues>({
    resolver: standardSchemaResolver(schema),
    mode: 'onTouched',
    defaultValues: userValues(opened),
  })
  const update = useMutation({
    mutationFn: (body: UserChangeInput) => call(users.update, { body }),
    onSuccess: () => {
      notify.success(t('updated'))
      onClose()
    },
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.code !== 'user_quota_changed') return
      setUser(await call(users.read, { params: { id: String(opened.id) } }))
    },
    onSettled: () => refresh(users.list),
  })
  const submit = (values: UserFormValues) => {
    const change = userChange(user, values)
    if (isChange(change)) update.mutate(change)
    else notify.info(t('nothingChanged'))
  }
  return (
    <FormDrawer
      open
      onClose={onClose}
      title={t('editUser')}
      description={`#${opened.id} ${opened.username}`}
      form={form}
      pending={update.isPending}
      onSubmit={submit}
    >
      <FormSection title={t('sectionAccount')}>
        <FormField control={form.control} name="username" label={t('fieldUsername')} hint={t('usernameHint')} required>
          {(field) => <Input {...field} spellCheck={false} autoCapitalize="none" />}
        </FormField>
        <FormField control={form.control} name="displayName" label={t('fieldDisplayName')}>
          {(field) => <Input {...field} />}
        </FormField>
        <FormField
          control={form.control}
          name="password"
          label={t('fieldNewPassword')}
          hint={t('newPasswordHint')}
          optional
        >
          {(field) => <PasswordInput {...field} autoComplete="new-password" />}
        </FormField>
        <FormField control={form.control} name="group" label={t('fieldGroup')} hint={t('groupHint')}>
          {({ ref: _ref, name: _name, ...field }) => (
            <Select {...field} choices={mapKnown(knownOf(groups), (names) => groupChoices(names, field.value, t))} />
          )}
        </FormField>
      </FormSection>
      <FormSection title={t('sectionQuota')}>
        <QuotaChangeField form={form} user={user} />
      </FormSection>
      <FormSection title={t('sectionFacts')}>
        <UserFacts user={user} />
      </FormSection>
    </FormDrawer>
  )
}
