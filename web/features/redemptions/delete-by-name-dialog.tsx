import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { longestRedemptionName, redemptions } from '#contract/redemptions.ts'
import { call } from '../../lib/api.ts'
import { confirm } from '../../lib/confirm.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { refresh } from '../../lib/query.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'

/** Deletes all codes of one name, after telling how many they are. */
export function DeleteByNameDialog({ onClose }: { onClose(): void }) {
  const t = useText('redemptions')
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const remove = useMutation({
    mutationFn: () => call(redemptions.removeByName, { query: { name } }),
    onSuccess: (count) => {
      notify.success(t('deletedMany', { count }))
      onClose()
    },
    onSettled: () => refresh(redemptions.list),
  })
  const look = useMutation({
    mutationFn: () => call(redemptions.countByName, { query: { name } }),
    onSuccess: async (count) => {
      if (count === 0) {
        setError(t('deleteNameNone'))
        return
      }
      const title = t('deleteNameConfirm', { count, name })
      if (await confirm({ title, text: t('deleteText'), action: t('delete'), danger: true })) remove.mutate()
    },
  })
  const submit = () => {
    if (name === '') setError(t('nameMissing'))
    else look.mutate()
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t('deleteByName')}
      description={t('deleteNameHint')}
      onSubmit={submit}
      pending={look.isPending || remove.isPending}
      submitLabel={t('deleteNameNext')}
    >
      <Field label={t('fieldName')} error={error} required>
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={longestRedemptionName}
            onChange={(event) => {
              setName(event.target.value)
              setError(undefined)
            }}
          />
        )}
      </Field>
    </FormDialog>
  )
}
