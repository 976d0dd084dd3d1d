import { useMutation } from '@tanstack/react-query'
import { channelBatches } from '#contract/channel-batches.ts'
import { channels } from '#contract/channels.ts'
import { call } from '../../../lib/api.ts'
import { useText } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { refresh } from '../../../lib/query.ts'
import { formOf } from '../../../lib/record-form.ts'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Input } from '../../../ui/input.tsx'
import { RecordField } from '../../../ui/record-field.tsx'
import { useRecordForm } from '../../../ui/use-record-form.ts'

type TagDialogProps = { ids: readonly number[]; onDone(): void; onClose(): void }

/** Gives the selected channels one tag, or takes theirs away. */
export function TagDialog({ ids, onDone, onClose }: TagDialogProps) {
  const t = useText('channels')
  const give = async (wanted: string | null) => {
    try {
      const count = await call(channelBatches.tagMany, { body: { ids: [...ids], tag: wanted } })
      notify.success(wanted === null ? t('untaggedMany', { count }) : t('taggedMany', { count, tag: wanted }))
      onDone()
      onClose()
    } finally {
      void refresh(channels.list)
    }
  }
  const edit = useRecordForm(tagForm, { text: t, save: (values): Promise<void> => give(edit.body(values).tag) })
  const untag = useMutation({ mutationFn: () => give(null) })
  return (
    <FormDialog
      onClose={onClose}
      title={t('tagManyTitle', { count: ids.length })}
      description={t('tagManyHint')}
      onSubmit={edit.form.handleSubmit(edit.submit)}
      pending={edit.isPending}
      submitLabel={t('setTag')}
      aside={
        <Button disabled={edit.isPending} loading={untag.isPending} onClick={() => untag.mutate()}>
          {t('untag')}
        </Button>
      }
    >
      <RecordField edit={edit} name="tag">
        {(field) => <Input {...field} maxLength={64} />}
      </RecordField>
    </FormDialog>
  )
}

const tagForm = formOf<never, { tag: string }, 'channels'>()({
  tag: {
    control: 'text',
    label: 'field.tag',
    start: '',
    required: 'tagMissing',
    to: (tag) => ({ tag: tag.trim() }),
  },
})
