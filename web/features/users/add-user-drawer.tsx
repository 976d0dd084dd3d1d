import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { users } from '#contract/users.ts'
import { call } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { refresh } from '../../lib/query.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { emptyUser, type NewUserValues, newUserSchema } from './user-form.ts'

/** Makes an ordinary user; rank, group and quota come afterwards. */
export function AddUserDrawer({ onClose }: { onClose(): void }) {
  const t = useText('users')
  const schema = useMemo(() => newUserSchema(t), [t])
  const form = useForm<NewUserValues>({
    resolver: standardSchemaResolver(schema),
    mode: 'onTouched',
    defaultValues: emptyUser,
  })
  const create = useMutation({
    mutationFn: ({ username, displayName, password }: NewUserValues) =>
      call(users.create, { body: { username, display_name: displayName.trim(), password } }),
    onSuccess: () => {
      notify.success(t('created'))
      onClose()
    },
    onSettled: () => refresh(users.list),
  })
  return (
    <FormDrawer
      open
      onClose={onClose}
      title={t('addUser')}
      form={form}
      pending={create.isPending}
      submitLabel={t('create')}
      onSubmit={(values) => create.mutate(values)}
    >
      <FormField control={form.control} name="username" label={t('fieldUsername')} hint={t('usernameHint')} required>
        {(field) => <Input {...field} spellCheck={false} autoCapitalize="none" />}
      </FormField>
      <FormField control={form.control} name="displayName" label={t('fieldDisplayName')} optional>
        {(field) => <Input {...field} />}
      </FormField>
      <FormField control={form.control} name="password" label={t('fieldPassword')} hint={t('passwordHint')} required>
        {(field) => <PasswordInput {...field} autoComplete="new-password" />}
      </FormField>
    </FormDrawer>
  )
}
