import { session } from '#contract/session.ts'
import type { User } from '#contract/user.ts'
import { call } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { useLeaveGuard } from '../../lib/leave-guard.ts'
import { notify } from '../../lib/notify.ts'
import { refresh } from '../../lib/query.ts'
import { formOf } from '../../lib/record-form.ts'
import { rememberUser } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { CardSection } from '../../ui/card.tsx'
import { Input } from '../../ui/input.tsx'
import { RecordField } from '../../ui/record-field.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'

/** The name others see. */
export function AccountSection({ user }: { user: User }) {
  const t = useText('personal')
  const edit = useRecordForm(accountForm, {
    text: t,
    before: user,
    stays: true,
    save: async (values) => {
      const body = edit.body(values)
      await call(session.updateSelf, { body })
      rememberUser({ ...user, ...body })
      notify.success(t('userUpdated'))
      await refresh(session.self)
    },
  })
  useLeaveGuard(edit.form.formState.isDirty && !edit.isPending)
  return (
    <CardSection title={t('account')}>
      <form
        noValidate
        className="flex max-w-[460px] items-start gap-2"
        onSubmit={(event) => void edit.form.handleSubmit(edit.submit)(event)}
      >
        <RecordField edit={edit} name="displayName" className="flex-1">
          {(field) => <Input {...field} maxLength={20} />}
        </RecordField>
        <Button type="submit" className="mt-[26px]" loading={edit.isPending}>
          {t('save')}
        </Button>
      </form>
    </CardSection>
  )
}

const accountForm = formOf<User, { display_name: string }, 'personal'>()({
  displayName: {
    control: 'text',
    label: 'displayName',
    hint: 'displayNameHint',
    start: '',
    from: (user) => user.display_name,
    to: (displayName) => ({ display_name: displayName.trim() }),
  },
})
