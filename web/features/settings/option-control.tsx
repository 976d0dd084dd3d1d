import { type DrawnKey, type OptionValues, optionTable } from '#contract/options.ts'
import { useText } from '../../lib/i18n.ts'
import { Input } from '../../ui/input.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { DomainsInput } from './domains-input.tsx'
import { EntriesOptionInput } from './entries-option-input.tsx'
import { optionExamples } from './option-examples.ts'
import { describedBy } from './option-row.tsx'
import { useSettings } from './settings-state.ts'

export type OptionControlProps = {
  option: DrawnKey
  id: string
  text: string
  onChange(text: string): void
  invalid: boolean
  locked: boolean
}

/** The input that the table of options asks for. */
export function OptionControl({ option, id, text, onChange, invalid, locked }: OptionControlProps) {
  const t = useText('settings')
  const { stored, draft } = useSettings()
  const example = optionExamples[option]
  const { control, choices = [], min, max, step, unit } = optionTable[option]
  const shared = {
    id,
    'aria-invalid': invalid,
    'aria-describedby': describedBy(id, invalid),
    disabled: locked,
    onBlur: () => draft.check([option]),
  }
  const typed = { ...shared, value: text, onChange: onChangeOf(onChange) }
  switch (control) {
    case 'switch':
      return (
        <Switch
          id={id}
          aria-describedby={describedBy(id, invalid)}
          checked={text === 'true'}
          disabled={locked}
          onChange={(on) => onChange(String(on))}
        />
      )
    case 'text':
      return <Input {...typed} placeholder={example} />
    case 'url':
      return <Input {...typed} type="url" inputMode="url" placeholder={example ?? 'https://'} />
    case 'secret':
      return (
        <PasswordInput
          {...typed}
          autoComplete="new-password"
          placeholder={t(stored.secrets.has(option) ? 'secretSet' : 'secretUnset')}
        />
      )
    case 'number': {
      const numeric = {
        ...shared,
        value: text.trim() === '' || !Number.isFinite(Number(text)) ? null : Number(text),
        onChange: (value: number | null) => onChange(value === null ? '' : String(value)),
        ...(min === undefined ? {} : { minimum: min }),
        ...(max === undefined ? {} : { maximum: max }),
        ...(unit === undefined ? {} : { unit: t(`unit.${unit}`) }),
      }
      if (unit === 'quota') return <MoneyInput {...numeric} />
      return <NumberInput {...numeric} decimals={step === 1 ? 0 : 6} {...(step === undefined ? {} : { step })} />
    }
    case 'select':
      return <ChoiceSelect {...shared} option={option} value={text} choices={choices} onChange={onChange} />
    case 'textarea':
      return <Textarea {...typed} />
    case 'lines':
      return <Textarea {...typed} placeholder={example} spellCheck={false} className="font-mono text-[13px]" />
    case 'json':
      return <EntriesOptionInput {...shared} option={option} value={text} onChange={onChange} />
    case 'domains':
      return <DomainsInput {...shared} value={text} onChange={onChange} />
  }
}

const onChangeOf = (onChange: (text: string) => void) => (event: { target: { value: string } }) =>
  onChange(event.target.value)

/** The options that are one of a few words. */
type ChoiceKey = {
  [Key in DrawnKey]: OptionValues[Key] extends string ? (string extends OptionValues[Key] ? never : Key) : never
}[DrawnKey]
type ChoiceText = { [Key in ChoiceKey]: `${Key}.${OptionValues[Key]}` }[ChoiceKey]

type ChoiceSelectProps = Omit<OptionControlProps, 'text' | 'invalid' | 'locked'> & {
  value: string
  choices: readonly string[]
  disabled: boolean
}

function ChoiceSelect({ option, choices, ...props }: ChoiceSelectProps) {
  const name = useText('options')
  const labelled = choices.map((value) => ({
    value,
    label: name(`${option}.${value}` as ChoiceText), // seam: the table pairs the option with its choices
  }))
  return <Select {...props} choices={labelled} onChange={(value) => value !== null && props.onChange(value)} />
}
