import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { channelBatches } from '#contract/channel-batches.ts'
import { channels } from '#contract/channels.ts'
import { call } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { refresh } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

type TagDialogProps = { ids: readonly number[]; onDone(): void; onClose(): void }

/** Gives the selected channels one tag, or takes theirs away. */
export function TagDialog({ ids, onDone, onClose }: TagDialogProps) {
  const t = useText('channels')
  const formId = useId()
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
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={t('tagManyTitle', { count: ids.length })}
      description={t('tagManyHint')}
      footer={
        <>
          <Button className="mr-auto" disabled={save.isPending} onClick={() => save.mutate(null)}>
            {t('untag')}
          </Button>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" loading={save.isPending}>
            {t('setTag')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="pt-1 pb-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (tag.trim() === '') setError(t('tagMissing'))
          else save.mutate(tag.trim())
        }}
      >
        <Field label={t('fieldTag')} error={error} required>
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
      </form>
    </Dialog>
  )
}
