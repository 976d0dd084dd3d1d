import { ArrowRight } from 'lucide-react'
import type { User } from '#contract/user.ts'
import { longestReason } from '#contract/user-acts.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { useStatus } from '../../lib/status.ts'
import { Input } from '../../ui/input.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { Presets } from '../../ui/presets.tsx'
import { RecordField } from '../../ui/record-field.tsx'
import { quotaSteps, type UserEdit } from './user-form.ts'

/** What is added or taken, with its shortcuts, and what the balance will be. */
export function QuotaChangeField({ edit, user }: { edit: UserEdit; user: User }) {
  const t = useText('users')
  const format = useFormat()
  const { quota_per_unit: unit } = useStatus()
  const change = edit.form.watch('quotaChange') ?? 0
  const after = user.quota + change
  return (
    <>
      <RecordField edit={edit} name="quotaChange">
        {({ ref, name: _name, ...field }) => <MoneyInput {...field} inputRef={ref} />}
      </RecordField>
      <Presets
        label={t('quotaSteps')}
        choices={quotaSteps.map((dollars) => ({ id: dollars, label: format.signedMoney(dollars), value: dollars }))}
        onPick={(dollars) => edit.set('quotaChange', change + dollars * unit)}
      />
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
      {change !== 0 && (
        <>
          <RecordField edit={edit} name="reason" optional>
            {(field) => <Input {...field} maxLength={longestReason} />}
          </RecordField>
          <RecordField edit={edit} name="tell" />
        </>
      )}
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
        {format.exactDollars(quota)}
        <span className="ml-1.5 text-xs font-normal text-muted">{format.number(quota)}</span>
      </dd>
    </div>
  )
}
