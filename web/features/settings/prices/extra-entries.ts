import { formOf } from '../../../lib/record-form.ts'
import { type ExtraForm, readExtras, type UsualPrice } from './extra-prices.ts'

/** Of the steps each part by itself, in their order. */
type ExtraValues = Record<'above' | 'input' | 'output', string[]> & ExtraForm['tiers']

export const asExtraForm = ({ above, input, output, ...tiers }: ExtraValues): ExtraForm => ({
  steps: above.map((tokens, place) => ({ above: tokens, input: input[place] ?? '', output: output[place] ?? '' })),
  tiers,
})

/** What is asked of long prompts and other services; what is wrong with a step is said at the first of its parts. */
export const extraEntries = ({ steps, tiers }: ExtraForm, usual: UsualPrice) =>
  formOf<never, ExtraForm, 'settings'>()(
    {
      above: { control: 'names', label: 'step.above', start: steps.map(({ above }) => above) },
      input: { control: 'names', label: 'step.input', start: steps.map(({ input }) => input) },
      output: { control: 'names', label: 'step.output', start: steps.map(({ output }) => output) },
      batch: { control: 'text', label: 'tier.batch', hint: 'tierHint', start: tiers.batch },
      flex: { control: 'text', label: 'tier.flex', hint: 'tierHint', start: tiers.flex },
      priority: { control: 'text', label: 'tier.priority', hint: 'tierHint', start: tiers.priority },
    },
    (values, t) => {
      const read = readExtras(asExtraForm(values), usual)
      return read.ok ? {} : { [read.field === 'steps' ? 'above' : read.field]: t(read.fault) }
    },
  )
