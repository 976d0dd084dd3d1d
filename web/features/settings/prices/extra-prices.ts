import { defaultCompletionRatio } from '#contract/default-ratio-rules.ts'
import { type PriceStep, priceStepTable } from '#contract/price-steps.ts'
import { type ServiceTier, serviceTiers, type TierRatios, tierRatioTable } from '#contract/service-tiers.ts'
import { inputPriceOf, outputPriceOf } from '#pricing/price-conversions.ts'
import { readAmount } from './amount-text.ts'
import type { ModelPrices, PriceRow } from './price-tables.ts'

/** What a model costs beside its usual price: for long prompts, and in other services. */
export type ExtraPrices = { steps: readonly PriceStep[]; tiers: TierRatios }

/** In dollars for a million tokens, as typed. Of a service the input: its output is as many times the usual one. */
export type StepForm = { above: string; input: string; output: string }
export type ExtraForm = { steps: readonly StepForm[]; tiers: Readonly<Record<ServiceTier, string>> }

/** The usual price, which all others are so many times of. */
export type UsualPrice = { input: number; output: number }

/** A price for a call has no others beside it, and of nothing nothing is a multiple. */
export const usualPriceOf = ({ name, price, ratio, completionRatio }: PriceRow | (ModelPrices & { name: string })) => {
  if (price !== undefined || ratio === undefined || ratio === 0) return undefined
  const output = outputPriceOf(ratio, completionRatio ?? defaultCompletionRatio(name))
  return { input: inputPriceOf(ratio), output }
}

/** So many digits bring back every price that was typed with fewer. */
const dollars = (usual: number, times: number): number => Number((usual * times).toPrecision(9))
const timesOf = (amount: number, usual: number): number => Number((amount / usual).toPrecision(12))

export const extraFormOf = ({ steps, tiers }: ExtraPrices, usual: UsualPrice): ExtraForm => ({
  steps: steps.map(({ above, input, output }) => ({
    above: String(above),
    input: String(dollars(usual.input, input)),
    output: String(dollars(usual.output, output)),
  })),
  tiers: {
    batch: tierText(tiers.batch, usual),
    flex: tierText(tiers.flex, usual),
    priority: tierText(tiers.priority, usual),
  },
})

const tierText = (times: number | undefined, { input }: UsualPrice): string =>
  times === undefined ? '' : String(dollars(input, times))

type ExtraFault = 'numberRequired' | 'stepAboveWrong' | 'stepsMustRise' | 'tierRange'
/** `field`: where it is said; what is wrong with a step, at all of them. */
type ReadExtras = { ok: true; extras: ExtraPrices } | { ok: false; field: 'steps' | ServiceTier; fault: ExtraFault }

/** What was typed, as options keep it. */
export const readExtras = (form: ExtraForm, usual: UsualPrice): ReadExtras => {
  const steps: PriceStep[] = []
  for (const { above, input, output } of form.steps) {
    const [read, written] = [readAmount(input), readAmount(output)]
    if (!/^[1-9]\d{0,8}$/.test(above.trim())) return { ok: false, field: 'steps', fault: 'stepAboveWrong' }
    if (!read.ok || !written.ok) return { ok: false, field: 'steps', fault: 'numberRequired' }
    const times = { input: timesOf(read.amount, usual.input), output: timesOfOutput(written.amount, usual) }
    steps.push({ above: Number(above), ...times })
  }
  const tiers: TierRatios = {}
  for (const tier of serviceTiers) {
    if (form.tiers[tier].trim() === '') continue
    const read = readAmount(form.tiers[tier])
    if (!read.ok) return { ok: false, field: tier, fault: 'numberRequired' }
    tiers[tier] = timesOf(read.amount, usual.input)
    if (!tierRatioTable.safeParse({ model: tiers }).success) return { ok: false, field: tier, fault: 'tierRange' }
  }
  if (!priceStepTable.safeParse({ model: steps }).success) return { ok: false, field: 'steps', fault: 'stepsMustRise' }
  return { ok: true, extras: { steps, tiers } }
}

/** What is written for nothing stays so in every step. */
const timesOfOutput = (amount: number, { output }: UsualPrice): number => (output === 0 ? 1 : timesOf(amount, output))

/** The table with these for the model; without any it is not named. */
export const withEntryOf = <Value extends object>(
  table: Readonly<Record<string, Value>>,
  model: string,
  value: Value,
): Record<string, Value> => {
  const { [model]: _, ...others } = table
  return Object.keys(value).length === 0 ? others : { ...others, [model]: value }
}
