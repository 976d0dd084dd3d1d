import { optionTable } from '#contract/options.ts'
import { useText } from '../../lib/i18n.ts'
import { EntriesInput } from '../../ui/entries/entries-input.tsx'
import { optionEntries } from './entry-options.ts'
import { JsonOptionInput, type JsonOptionInputProps } from './json-option-input.tsx'

/** Structured text: a table where it is one of names and values. */
export function EntriesOptionInput(props: JsonOptionInputProps) {
  const t = useText('settings')
  const name = useText('options')
  const { option, id, value, onChange, onBlur, disabled, 'aria-describedby': describedBy } = props
  const { table } = optionTable[option]
  const text = <JsonOptionInput {...props} />
  if (table === undefined) return text
  const entry = optionEntries[table]
  const { shape, names, kind, ordered = false, placeholder } = entry
  return (
    <EntriesInput
      {...{ id, shape, ordered, disabled, onBlur, onChange }}
      label={name(option)}
      text={value}
      columns={{
        names: names.map((name) => t(name)),
        value: { label: t(entry.value), kind, ...(placeholder === undefined ? {} : { placeholder }) },
      }}
      aria-describedby={describedBy}
    >
      {text}
    </EntriesInput>
  )
}
