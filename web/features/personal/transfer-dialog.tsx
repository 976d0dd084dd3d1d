import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { affiliates } from '#contract/affiliates.ts'
import { session } from '#contract/session.ts'
import type { User } from '#contract/users.ts'
import { call } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { refresh } from '../../lib/query.ts'
import { useStatus } from '../../lib/status.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { exactDollars } from './exact-dollars.ts'

/** Moves what invitations have earned to the balance. */
export function TransferDialog({ user, onClose }: { user: User; onClose(): void }) {
  const t = useText('personal')
  const format = useFormat()
  const { quota_per_unit } = useStatus()
  const schema = useMemo(() => {
    const tooLittle = t('transferLeast', { amount: format.quota(quota_per_unit) })
    const least = z.int(tooLittle).check(z.minimum(quota_per_unit, tooLittle))
    return z.object({ quota: least.check(z.maximum(user.aff_quota, t('transferMost'))) })
  }, [t, format, quota_per_unit, user.aff_quota])
  const form = useForm({
    resolver: standardSchemaResolver(schema),
    mode: 'onTouched',
    defaultValues: { quota: Math.max(quota_per_unit, user.aff_quota) },
  })
  const transfer = useMutation({
    mutationFn: (body: z.output<typeof schema>) => call(affiliates.transfer, { body }),
    onSuccess: async () => {
      notify.success(t('transferDone'))
      onClose()
      await refresh(session.self)
    },
  })
  const amount = form.watch('quota')
  return (
    <FormDialog
      onClose={onClose}
      title={t('transferTitle')}
      description={t('transferHint', { amount: format.quota(user.aff_quota) })}
      onSubmit={form.handleSubmit((values) => transfer.mutate(values))}
      pending={transfer.isPending}
      submitLabel={t('transfer')}
    >
      <FormField
        control={form.control}
        name="quota"
        label={t('transferAmount')}
        hint={`≈ ${exactDollars(amount ?? 0, quota_per_unit)}`}
        required
      >
        {({ ref, name: _name, ...field }) => (
          <NumberInput {...field} inputRef={ref} step={quota_per_unit} decimals={0} />
        )}
      </FormField>
    </FormDialog>
  )
}
