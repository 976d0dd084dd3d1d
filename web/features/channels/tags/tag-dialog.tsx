import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { channelBatches } from '#contract/channel-batches.ts'
import { channels } from '#contract/channels.ts'
import { call } from '../../../lib/api.ts'
import { useText } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { refresh } from '../../../lib/query.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Input } from '../../../ui/input.tsx'

type TagDialogProps = { ids: readonly number[]; onDone(): void; onClose(): void }

/** Gives the selected channels one tag, or takes theirs away. */
export function TagDialog({ ids, onDone, onClose }: TagDialogProps) {
  const t = useText('channels')
  const [tag, setTag] = useState('')
  const [error, setError] = useState<string>()
  const save = useMutation({
    mutationFn: (wanted: string | null) => call(channelBatches.tagMany, { body: { ids: [...ids], tag: wanted } }),
    onSuccess: (count, wanted) => {
      notify.success(wanted === null ? t('untaggedMany', { count }) : t('taggedMany', { count, tag: wanted }))
      onDone()
      onClose()
    },
    onSettled: () => refresh(channels.list),
  })
  return (
    <FormDialog
      onClose={onClose}
      title={t('tagManyTitle', { count: ids.length })}
      description={t('tagManyHint')}
      onSubmit={() => {
        if (tag.trim() === '') setError(t('tagMissing'))
        else save.mutate(tag.trim())
      }}
      pending={save.isPending}
      submitLabel={t('setTag')}
      aside={
        <Button disabled={save.isPending} onClick={() => save.mutate(null)}>
          {t('untag')}
        </Button>
      }
    >
      <Field label={t('field.tag')} error={error} required>
        {(control) => (
          <Input
            {...control}
            value={tag}
            maxLength={64}
            onChange={(event) => {
              setTag(event.target.value)
              setError(undefined)
            }}
          />
        )}
      </Field>
    </FormDialog>
  )
}
