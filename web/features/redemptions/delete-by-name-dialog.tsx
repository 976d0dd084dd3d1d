import type { EndpointRequest } from '#contract/endpoint.ts'
import { longestRedemptionName, type Redemption, redemptions } from '#contract/redemptions.ts'
import { call } from '../../lib/api.ts'
import { confirm } from '../../lib/confirm.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { refresh } from '../../lib/query.ts'
import { formOf } from '../../lib/record-form.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { RecordField } from '../../ui/record-field.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'

/** Deletes all codes of one name, after telling how many they are. */
export function DeleteByNameDialog({ onRemoved, onClose }: { onRemoved(): void; onClose(): void }) {
  const t = useText('redemptions')
  const edit = useRecordForm(nameForm, {
    text: t,
    save: async (values) => {
      const query = edit.body(values)
      const count = await call(redemptions.countByName, { query })
      if (count === 0) {
        edit.form.setError('name', { type: 'none', message: t('deleteNameNone') }, { shouldFocus: true })
        return
      }
      const title = t('deleteNameConfirm', { count, name: query.name })
      const question = { title, text: t('deleteManyText'), action: t('delete'), danger: true, typed: query.name }
      if (!(await confirm(question))) return
      try {
        const deleted = await call(redemptions.removeByName, { query })
        notify.success(t('deletedMany', { count: deleted }))
        onRemoved()
        onClose()
      } finally {
        void refresh(redemptions.list)
      }
    },
  })
  return (
    <FormDialog
      onClose={onClose}
      title={t('deleteByName')}
      description={t('deleteNameHint')}
      onSubmit={edit.form.handleSubmit(edit.submit)}
      dirty={edit.form.formState.isDirty}
      pending={edit.isPending}
      submitLabel={t('deleteNameNext')}
    >
      <RecordField edit={edit} name="name">
        {(field) => <Input {...field} maxLength={longestRedemptionName} />}
      </RecordField>
    </FormDialog>
  )
}

type Wanted = EndpointRequest<typeof redemptions.countByName>['query']

const nameForm = formOf<Redemption, Wanted, 'redemptions'>()({
  name: { control: 'text', label: 'fieldName', start: '', required: 'nameMissing', to: (name) => ({ name }) },
})
