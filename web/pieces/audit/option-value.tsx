import { isDrawnKey, optionTable } from '#contract/options.ts'
import { useFormat } from '../../lib/format.ts'
import { type Text, useText } from '../../lib/i18n.ts'

type OptionValueProps = { option: string; value: string }

/** What a setting held, as its page shows it; what its page shows as it is written stands so here. */
export function OptionValue({ option, value }: OptionValueProps) {
  const name = useText('options')
  const t = useText('audit')
  const format = useFormat()
  if (value === '') return t('valueEmpty')
  const known = isDrawnKey(option) ? optionTable[option] : undefined
  if (known?.unit === 'quota') return format.quota(Number(value))
  if (known?.control === 'number') return format.number(Number(value))
  if (known?.control === 'switch') return t(value === 'true' ? 'flagYes' : 'flagNo')
  if (known?.control === 'select') return choiceName(option, value, name)
  return <code className="text-xs leading-5">{value}</code>
}

const choiceName = (option: string, value: string, name: Text<'options'>): string => {
  const key = `${option}.${value}`
  // seam: the table pairs the option with its choices; of one that is no longer there the key comes back
  const word = (name as (key: string) => string)(key)
  return word === key ? value : word
}
