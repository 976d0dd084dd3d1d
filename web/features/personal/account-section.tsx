import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { session } from '#contract/session.ts'
import type { User } from '#contract/users.ts'
import { call } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { refresh } from '../../lib/query.ts'
import { rememberUser } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { CardSection } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

/** The name others see. */
export function AccountSection({ user }: { user: User }) {
  const t = useText('personal')
  const [name, setName] = useState(user.display_name)
  const update = useMutation({
    mutationFn: () => call(session.updateSelf, { body: { display_name: name.trim() } }),
    onSuccess: async () => {
      rememberUser({ ...user, display_name: name.trim() })
      notify.success(t('userUpdated'))
      await refresh(session.self)
    },
  })
  return (
    <CardSection title={t('account')}>
      <form
        className="flex max-w-[460px] items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() === user.display_name) notify.warning(t('nothingChanged'))
          else update.mutate()
        }}
      >
        <Field label={t('displayName')} hint={t('displayNameHint')} className="flex-1">
          {(control) => (
            <Input {...control} value={name} maxLength={20} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
        <Button type="submit" className="mt-[26px]" loading={update.isPending}>
          {t('save')}
        </Button>
      </form>
    </CardSection>
  )
}
