import { useText } from '../../lib/i18n.ts'
import { MoneyPresets } from '../../ui/presets.tsx'
import { RecordField } from '../../ui/record-field.tsx'
import type { TokenEdit } from './token-form.ts'
import { quotaPresets } from './token-form.ts'

/** The quota, its shortcuts, and the switch that makes it unlimited. */
export function QuotaFields({ edit }: { edit: TokenEdit }) {
  const t = useText('tokens')
  const isUnlimited = edit.form.watch('isUnlimited')
  return (
    <>
      <RecordField edit={edit} name="quota" disabled={isUnlimited} />
      <MoneyPresets
        label={t('quotaPresets')}
        disabled={isUnlimited}
        dollars={quotaPresets}
        onPick={(quota) => edit.set('quota', quota)}
      />
      <RecordField edit={edit} name="isUnlimited" />
    </>
  )
}
