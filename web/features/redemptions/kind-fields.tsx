import { useText } from '../../lib/i18n.ts'
import { Input } from '../../ui/input.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { RecordField } from '../../ui/record-field.tsx'
import type { RedemptionEdit } from './redemption-form.ts'

/** How many codes, for how many users, and which: all of it is settled when a code is made. */
export function KindFields({ edit }: { edit: RedemptionEdit }) {
  const t = useText('redemptions')
  const [isGift, key] = edit.form.watch(['isGift', 'key'])
  const isChosen = key.trim() !== ''
  return (
    <>
      <RecordField edit={edit} name="isGift" />
      {isGift && (
        <RecordField edit={edit} name="maxUses">
          {({ ref, name: _name, ...field }) => (
            <NumberInput {...field} inputRef={ref} minimum={-1} decimals={0} placeholder={t('usesUnlimited')} />
          )}
        </RecordField>
      )}
      <RecordField edit={edit} name="key" optional>
        {(field) => <Input {...field} spellCheck={false} className="font-mono text-[13px]" />}
      </RecordField>
      <RecordField edit={edit} name="count" hint={isChosen ? t('countOfChosen') : undefined}>
        {({ ref, name: _name, ...field }) => (
          <NumberInput
            {...field}
            value={isChosen ? 1 : field.value}
            inputRef={ref}
            minimum={1}
            decimals={0}
            disabled={isChosen}
          />
        )}
      </RecordField>
    </>
  )
}
