import type { UseFormReturn } from 'react-hook-form'
import { useText } from '../../lib/i18n.ts'
import { FormField } from '../../ui/form-field.tsx'
import { Input } from '../../ui/input.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { RedemptionFormValues } from './redemption-form.ts'

/** How many codes, for how many users, and which: all of it is settled when a code is made. */
export function KindFields({ form }: { form: UseFormReturn<RedemptionFormValues> }) {
  const t = useText('redemptions')
  const [isGift, key] = form.watch(['isGift', 'key'])
  const isChosen = key.trim() !== ''
  return (
    <>
      <FormField control={form.control} name="isGift" label={t('fieldGift')} hint={t('giftHint')} inline>
        {({ id, value, onChange, 'aria-describedby': describedBy }) => (
          <Switch id={id} checked={value} onChange={onChange} aria-describedby={describedBy} />
        )}
      </FormField>
      {isGift && (
        <FormField control={form.control} name="maxUses" label={t('fieldUses')} hint={t('usesHint')}>
          {({ ref, name: _name, ...field }) => (
            <NumberInput {...field} inputRef={ref} minimum={-1} decimals={0} placeholder={t('usesUnlimited')} />
          )}
        </FormField>
      )}
      <FormField control={form.control} name="key" label={t('fieldKey')} hint={t('keyHint')} optional>
        {(field) => <Input {...field} spellCheck={false} className="font-mono text-[13px]" />}
      </FormField>
      <FormField
        control={form.control}
        name="count"
        label={t('fieldCount')}
        hint={t(isChosen ? 'countOfChosen' : 'countHint')}
      >
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
      </FormField>
    </>
  )
}
