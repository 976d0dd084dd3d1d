import { useText } from '../../lib/i18n.ts'
import { MoneyInput } from '../../ui/money-input.tsx'
import { MoneyPresets } from '../../ui/presets.tsx'
import { RecordField } from '../../ui/record-field.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { TokenEdit } from './token-form.ts'
import { quotaPresets } from './token-form.ts'

/** The quota, its shortcuts, and the switch that makes it unlimited. */
export function QuotaFields({ edit }: { edit: TokenEdit }) {
  const t = useText('tokens')
  const isUnlimited = edit.form.watch('isUnlimited')
  const stored = edit.before?.remain_quota ?? 0
  // What an unlimited one took lies below zero, and is no quota that a limit begins with.
  const turn = (isNowUnlimited: boolean) => {
    const quota = edit.form.getValues('quota') ?? 0
    if (!isNowUnlimited && quota < 0) edit.set('quota', 0)
    else if (isNowUnlimited && quota === 0 && stored < 0) edit.set('quota', stored)
  }
  return (
    <>
      <RecordField edit={edit} name="quota">
        {({ ref, name: _name, value, ...field }) => (
          <MoneyInput
            {...field}
            inputRef={ref}
            minimum={0}
            disabled={isUnlimited}
            value={isUnlimited ? null : value}
            {...(isUnlimited ? { placeholder: t('quotaUnlimited') } : {})}
          />
        )}
      </RecordField>
      <MoneyPresets
        label={t('quotaPresets')}
        disabled={isUnlimited}
        dollars={quotaPresets}
        onPick={(quota) => edit.set('quota', quota)}
      />
      <RecordField edit={edit} name="isUnlimited">
        {({ ref: _ref, name: _name, value, onChange, ...field }) => (
          <Switch
            id={field.id}
            aria-describedby={field['aria-describedby']}
            checked={value}
            onChange={(next) => {
              onChange(next)
              turn(next)
            }}
          />
        )}
      </RecordField>
    </>
  )
}
