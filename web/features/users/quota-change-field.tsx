import { ArrowRight } from 'lucide-react'
import type { UseFormReturn } from 'react-hook-form'
import type { User } from '#contract/users.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { useStatus } from '../../lib/status.ts'
import { Button } from '../../ui/button.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { quotaSteps, type UserFormValues } from './user-form.ts'

/** What is added or taken, with its shortcuts, and what the balance will be. */
export function QuotaChangeField({ form, user }: { form: UseFormReturn<UserFormValues>; user: User }) {
  const t = useText('users')
  const format = useFormat()
  const { quota_per_unit: unit } = useStatus()
  const change = form.watch('quotaChange') ?? 0
  const after = user.quota + change
  const add = (dollars: number) =>
    form.setValue('quotaChange', change + dollars * unit, { shouldDirty: true, shouldValidate: true })
  return (
    <>
      <FormField
        control={form.control}
        name="quotaChange"
        label={t('fieldQuotaChange')}
        hint={t('quotaChangeHint', { dollars: format.dollars(change) })}
      >
        {({ ref, name: _name, ...field }) => <NumberInput {...field} inputRef={ref} step={unit} decimals={0} />}
      </FormField>
      <fieldset aria-label={t('quotaSteps')} className="-mt-2.5 flex flex-wrap gap-1.5">
        {quotaSteps.map((dollars) => (
          <Button key={dollars} size="sm" onClick={() => add(dollars)}>
            {dollars > 0 ? `+$${dollars}` : `−$${-dollars}`}
          </Button>
        ))}
      </fieldset>
      <dl
        aria-live="polite"
        className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border bg-bg px-3.5 py-2.5"
      >
        <Balance label={t('balanceNow')} quota={user.quota} />
        {change !== 0 && (
          <>
            <ArrowRight className="size-4 text-muted" aria-hidden />
            <Balance label={t('balanceAfter')} quota={after} />
          </>
        )}
      </dl>
      {after < 0 && change < 0 && <p className="-mt-2.5 text-xs text-warn">{t('balanceDebt')}</p>}
    </>
  )
}

function Balance({ label, quota }: { label: string; quota: number }) {
  const format = useFormat()
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className={quota < 0 ? 'font-medium text-bad' : 'font-medium'}>
        {format.dollars(quota)}
        <span className="ml-1.5 text-xs font-normal text-muted">{format.number(quota)}</span>
      </dd>
    </div>
  )
}
