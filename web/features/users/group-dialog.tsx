import { useQuery } from '@tanstack/react-query'
import type { EndpointRequest } from '#contract/endpoint.ts'
import { models } from '#contract/models.ts'
import type { User } from '#contract/user.ts'
import { users } from '#contract/users.ts'
import { allRows, failureText, refusedOf } from '../../lib/actions.ts'
import { plainYes } from '../../lib/confirm.ts'
import { useText } from '../../lib/i18n.ts'
import { knownOf, mapKnown } from '../../lib/known.ts'
import { notify } from '../../lib/notify.ts'
import { endpointQuery } from '../../lib/query.ts'
import { formOf } from '../../lib/record-form.ts'
import { useUser } from '../../lib/session.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { RecordField } from '../../ui/record-field.tsx'
import { Select } from '../../ui/select.tsx'
import { useFieldValue, useRecordForm } from '../../ui/use-record-form.ts'
import { isWithinReach } from './user-rank.ts'

/** The group that many users are given. */
const groupForm = formOf<User, Pick<EndpointRequest<typeof users.groupMany>['body'], 'group'>, 'users'>()({
  group: {
    control: 'choice',
    label: 'fieldGroup',
    hint: 'groupHint',
    start: '',
    required: 'groupMissing',
    to: (group) => ({ group }),
  },
})

type GroupDialogProps = { chosen: readonly User[]; onDone(): void; onClose(): void }

const putInto = (group: string) =>
  allRows<User, typeof users.groupMany>(users.groupMany, (ids) => ({ body: { ids, group } }), refusedOf)

/** Puts the selected users into one group, once it is seen for how many that is another. */
export function GroupDialog({ chosen, onDone, onClose }: GroupDialogProps) {
  const t = useText('users')
  const words = useText('lists')
  const groups = useQuery(endpointQuery(models.groups))
  const edit = useRecordForm(groupForm, {
    text: t,
    save: async ({ group }) => {
      const { failures, count } = await putInto(group)(chosen, (user) => ({ ...user, group }), plainYes)
      if (count > 0) notify.success(t('groupSet', { count, group }))
      if (failures.length > 0) notify.error(failureText(chosen, failures, words, ({ username }) => username))
      onDone()
      onClose()
    },
  })
  return (
    <FormDialog
      onClose={onClose}
      title={t('groupTitle', { count: chosen.length })}
      onSubmit={edit.form.handleSubmit(edit.submit)}
      dirty={edit.form.formState.isDirty}
      pending={edit.isPending}
      submitLabel={t('save')}
    >
      <RecordField edit={edit} name="group" required>
        {({ ref: _ref, name: _name, ...field }) => (
          <Select
            {...field}
            choices={mapKnown(knownOf(groups), (names) => names.map((name) => ({ value: name, label: name })))}
          />
        )}
      </RecordField>
      <Preview chosen={chosen} group={useFieldValue(edit, 'group')} />
    </FormDialog>
  )
}

function Preview({ chosen, group }: { chosen: readonly User[]; group: string }) {
  const t = useText('users')
  const operator = useUser()
  if (group === '') return null
  const fitting = chosen.filter((user) => operator !== null && isWithinReach(user, operator))
  const already = fitting.filter((user) => user.group === group).length
  const others = chosen.length - fitting.length
  const total = chosen.length
  return (
    <div className="grid gap-1 text-[13px]" aria-live="polite">
      <p className="font-medium">{t('groupChange', { count: fitting.length - already, total })}</p>
      {already > 0 && <p className="text-muted">{t('groupAlready', { count: already, total })}</p>}
      {others > 0 && <p className="text-muted">{t('outOfReach', { count: others })}</p>}
    </div>
  )
}
