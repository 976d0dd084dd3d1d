import { useMemo } from 'react'
import { affiliates } from '#contract/affiliates.ts'
import { session } from '#contract/session.ts'
import type { User } from '#contract/user.ts'
import { call } from '../../lib/api.ts'
import { type Formats, useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { refresh } from '../../lib/query.ts'
import { formOf } from '../../lib/record-form.ts'
import { useStatus } from '../../lib/status.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { RecordField } from '../../ui/record-field.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'

/** Moves what invitations have earned to the balance. */
export function TransferDialog({ user, onClose }: { user: User; onClose(): void }) {
  const t = useText('personal')
  const format = useFormat()
  const { quota_per_unit } = useStatus()
  const form = useMemo(() => transferForm(quota_per_unit, user.aff_quota, format), [quota_per_unit, user, format])
  const edit = useRecordForm(form, {
    text: t,
    save: async (values) => {
      await call(affiliates.transfer, { body: edit.body(values) })
      notify.success(t('transferDone'))
      onClose()
      void refresh(session.self)
    },
  })
  return (
    <FormDialog
      onClose={onClose}
      title={t('transferTitle')}
      description={t('transferHint', { amount: format.quota(user.aff_quota) })}
      onSubmit={edit.form.handleSubmit(edit.submit)}
      dirty={edit.form.formState.isDirty}
      pending={edit.isPending}
      submitLabel={t('transfer')}
    >
      <RecordField edit={edit} name="quota">
        {({ ref, name: _name, ...field }) => <MoneyInput {...field} inputRef={ref} />}
      </RecordField>
    </FormDialog>
  )
}

/** At least what a dollar is worth, and no more than there is. */
const transferForm = (least: number, most: number, format: Formats) =>
  formOf<User, { quota: number }, 'personal'>()({
    quota: {
      control: 'money',
      label: 'transferAmount',
      start: Math.max(least, most),
      to: (quota) => ({ quota: quota ?? 0 }),
      rule: (quota, t) => {
        if (quota === null || !Number.isInteger(quota) || quota < least) {
          return t('transferLeast', { amount: format.quota(least) })
        }
        return quota > most ? t('transferMost') : undefined
      },
    },
  })
