import type { EndpointRequest } from '#contract/endpoint.ts'
import { type Token, tokens } from '#contract/tokens.ts'
import { call } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { refresh } from '../../lib/query.ts'
import { formOf } from '../../lib/record-form.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { RecordField } from '../../ui/record-field.tsx'
import { Select } from '../../ui/select.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'

type ReplaceKeyDialogProps = { token: Token; onClose(): void; onReplaced(tokens: readonly Token[]): void }

/** Gives a token another key, after asking how long the one it has is still needed. */
export function ReplaceKeyDialog({ token, onClose, onReplaced }: ReplaceKeyDialogProps) {
  const t = useText('tokens')
  const edit = useRecordForm(keepForm, {
    text: t,
    save: async (values) => {
      try {
        const replaced = await call(tokens.rotate, { params: { id: String(token.id) }, body: edit.body(values) })
        onReplaced([replaced])
      } finally {
        void refresh(tokens.list)
      }
    },
  })
  return (
    <FormDialog
      onClose={onClose}
      title={t('replaceTitle', { name: token.name })}
      description={t('replaceHint')}
      onSubmit={edit.form.handleSubmit(edit.submit)}
      dirty={edit.form.formState.isDirty}
      pending={edit.isPending}
      submitLabel={t('replaceKey')}
    >
      <RecordField edit={edit} name="keep">
        {(field) => (
          <Select
            {...field}
            choices={keepChoices.map(({ seconds, label }) => ({ value: String(seconds), label: t(label) }))}
          />
        )}
      </RecordField>
    </FormDialog>
  )
}

/** How long programs have to get the new key. */
const keepChoices = [
  { seconds: 0, label: 'keepNot' },
  { seconds: 3600, label: 'keepHour' },
  { seconds: 24 * 3600, label: 'keepDay' },
  { seconds: 7 * 24 * 3600, label: 'keepWeek' },
] as const

const keepForm = formOf<Token, EndpointRequest<typeof tokens.rotate>['body'], 'tokens'>()({
  keep: {
    control: 'choice',
    label: 'fieldKeep',
    start: '0',
    to: (seconds) => ({ keep_seconds: Number(seconds) }),
  },
})
