import { useNowSeconds } from '../../lib/clock.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { serverSeconds } from '../../lib/server-time.ts'
import { DateTimeInput } from '../../ui/date-time-input.tsx'
import { Presets } from '../../ui/presets.tsx'
import { RecordField } from '../../ui/record-field.tsx'
import type { TokenEdit } from './token-form.ts'
import { expiryAfter, expiryPresets, neverExpires } from './token-form.ts'

/** A date and time, or never, with shortcuts. */
export function ExpiryField({ edit }: { edit: TokenEdit }) {
  const t = useText('tokens')
  const format = useFormat()
  const now = useNowSeconds()
  const time = edit.form.watch('expiry')
  const hint =
    time === neverExpires ? t('expiryNever') : time !== null && t('expiryIn', { time: format.relative(time, now) })
  return (
    <>
      <RecordField edit={edit} name="expiry" hint={hint || undefined}>
        {({ value, ...field }) => <DateTimeInput {...field} value={value === neverExpires ? null : value} />}
      </RecordField>
      <Presets
        label={t('expiryPresets')}
        choices={expiryPresets.map(({ key, seconds }) => ({ id: key, label: t(key), value: seconds }))}
        onPick={(seconds) => edit.set('expiry', expiryAfter(seconds, serverSeconds()))}
      />
    </>
  )
}
