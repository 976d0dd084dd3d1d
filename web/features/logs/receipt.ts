import type { Log, LogOther } from '#contract/logs.ts'

type ReceiptClass =
  | 'classInput'
  | 'classTextInput'
  | 'classCacheRead'
  | 'classCacheWrite'
  | 'classCacheWriteHour'
  | 'classAudioInput'
  | 'classImageInput'
  | 'classOutput'
  | 'classTextOutput'
  | 'classReasoning'
  | 'classAudioOutput'
  | 'classImageOutput'

export type ReceiptLine = {
  class: ReceiptClass
  tokens: number
  /** The item's own ratios, without those of model and group. */
  ratios: readonly number[]
  /** In millionths of a dollar, rounded for reading. */
  micros: number
  dollarsPerMillion: number
}

/** Calls of a tool that the provider runs itself and charges by the call. */
export type ReceiptTool = {
  tool: NonNullable<LogOther['tool_calls']>[number]['tool']
  calls: number
  /** In dollars for a thousand calls. */
  price: number
  micros: number
}

export type Receipt = {
  /** The price of a call in dollars; undefined when it was charged by tokens. */
  price: number | undefined
  /** How many times the price counts. */
  calls: number
  /** What those times come to, in millionths of a dollar. */
  fixed: number
  modelRatio: number
  groupRatio: number
  hasOwnGroupRatio: boolean
  lines: readonly ReceiptLine[]
  tools: readonly ReceiptTool[]
  /** What is left between the lines, as they are rounded, and the total. */
  difference: number
  /** The difference is nothing but rounding; otherwise the row was charged by another rule. */
  isExact: boolean
  micros: number
}

type Charged = Pick<Log, 'prompt_tokens' | 'completion_tokens' | 'quota'>

/** How a row's charge came about: every class times its ratios, adding up to the charge. */
export const receiptOf = (row: Charged, other: LogOther, quotaPerDollar: number): Receipt | undefined => {
  if (other.model_ratio === undefined && other.model_price === undefined) return undefined
  const price = other.model_price !== undefined && other.model_price >= 0 ? other.model_price : undefined
  // A row that says nothing of it is one call.
  const calls = other.calls || 1
  const modelRatio = other.model_ratio ?? 0
  const groupRatio = other.user_group_ratio ?? other.group_ratio ?? 1
  const base = product([modelRatio, groupRatio])
  const counts = price === undefined ? classesOf(row, other) : []
  const exact = counts.map(({ tokens, ratios }) => product([tokens, ...ratios], base))
  const own = price === undefined ? exact.reduce(plus, zero) : product([price, perDollar, groupRatio, calls])
  const fees = (other.tool_calls ?? []).map((tool) => ({
    ...tool,
    exact: product([tool.price, perDollar / 1000, tool.calls, groupRatio]),
  }))
  const sum = fees.reduce((all, fee) => plus(all, fee.exact), own)
  const isFree = sum.units === 0n && (price !== undefined || base.units === 0n)
  const hasUse = price !== undefined || counts.length > 0 || fees.length > 0

  const lines = counts.map((count, index) => ({
    ...count,
    micros: microsOf(exact[index] ?? zero, quotaPerDollar),
    dollarsPerMillion: microsOf(product([1_000_000, ...count.ratios], base), quotaPerDollar) / 1_000_000,
  }))
  const micros = microsOf({ units: BigInt(row.quota), scale: 0 }, quotaPerDollar)
  const tools = fees.map(({ exact: fee, ...tool }) => ({ ...tool, micros: microsOf(fee, quotaPerDollar) }))
  const fixed = price === undefined ? 0 : microsOf(own, quotaPerDollar)
  const listed = [...lines, ...tools].reduce((all, line) => all + line.micros, fixed)
  return {
    price,
    calls,
    modelRatio,
    groupRatio,
    hasOwnGroupRatio: other.user_group_ratio !== undefined,
    fixed,
    lines,
    tools,
    difference: micros - listed,
    isExact: chargeOf(sum, isFree, hasUse) === BigInt(row.quota),
    micros,
  }
}

const perDollar = 500_000

/** Prompt tokens hold every kind of input, completion tokens every kind of output: here they are apart. */
const classesOf = (row: Charged, other: LogOther): { class: ReceiptClass; tokens: number; ratios: number[] }[] => {
  const completion = other.completion_ratio ?? 1
  const audio = other.audio_ratio ?? 1
  const cacheRead = other.cache_tokens ?? 0
  const cacheWrite = other.cache_creation_tokens ?? 0
  const cacheWriteHour = other.cache_creation_hour_tokens ?? 0
  const audioInput = other.audio_input ?? 0
  const audioOutput = other.audio_output ?? 0
  const imageInput = other.image_input ?? 0
  const imageOutput = other.image_output ?? 0
  const written = row.completion_tokens - audioOutput - imageOutput
  const reasoning = Math.min(written, other.reasoning_tokens ?? 0)
  const hasMedia = audioInput + audioOutput + imageInput + imageOutput > 0
  const all = [
    {
      class: hasMedia ? 'classTextInput' : 'classInput',
      tokens: row.prompt_tokens - cacheRead - cacheWrite - cacheWriteHour - audioInput - imageInput,
      ratios: [],
    },
    { class: 'classCacheRead', tokens: cacheRead, ratios: [other.cache_ratio ?? 1] },
    { class: 'classCacheWrite', tokens: cacheWrite, ratios: [other.cache_creation_ratio ?? 1] },
    { class: 'classCacheWriteHour', tokens: cacheWriteHour, ratios: [other.cache_creation_hour_ratio ?? 1] },
    { class: 'classAudioInput', tokens: audioInput, ratios: [audio] },
    { class: 'classImageInput', tokens: imageInput, ratios: [other.image_ratio ?? 1] },
    { class: hasMedia ? 'classTextOutput' : 'classOutput', tokens: written - reasoning, ratios: [completion] },
    { class: 'classReasoning', tokens: reasoning, ratios: [completion] },
    { class: 'classAudioOutput', tokens: audioOutput, ratios: [audio, other.audio_completion_ratio ?? 1] },
    { class: 'classImageOutput', tokens: imageOutput, ratios: [other.image_completion_ratio ?? completion] },
  ] satisfies { class: ReceiptClass; tokens: number; ratios: number[] }[]
  return all.filter(({ tokens }) => tokens !== 0)
}

/** A half goes away from zero, and whoever used something that is not free pays at least one. */
const chargeOf = (sum: Exact, isFree: boolean, hasUse: boolean): bigint => {
  const charge = divideRounded(sum.units, 10n ** BigInt(sum.scale))
  return charge === 0n && hasUse && !isFree ? 1n : charge
}

const microsOf = (quota: Exact, quotaPerDollar: number): number => {
  const divisor = exactly(quotaPerDollar)
  const above = quota.units * 1_000_000n * 10n ** BigInt(divisor.scale)
  return Number(divideRounded(above, 10n ** BigInt(quota.scale) * divisor.units))
}

/** `units` divided by ten to the power of `scale`: ratios are decimal fractions, which floating point is not. */
type Exact = { units: bigint; scale: number }

const zero: Exact = { units: 0n, scale: 0 }

const exactly = (value: number): Exact => {
  const [digits = '0', exponent = '0'] = value.toString().split('e')
  const [whole = '0', fraction = ''] = digits.split('.')
  const scale = fraction.length - Number(exponent)
  const units = BigInt(whole + fraction)
  return scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale }
}

const product = (factors: readonly number[], start: Exact = { units: 1n, scale: 0 }): Exact =>
  factors
    .map(exactly)
    .reduce((all, { units, scale }) => ({ units: all.units * units, scale: all.scale + scale }), start)

const plus = (left: Exact, right: Exact): Exact => {
  const scale = Math.max(left.scale, right.scale)
  const at = ({ units, scale: own }: Exact) => units * 10n ** BigInt(scale - own)
  return { units: at(left) + at(right), scale }
}

const divideRounded = (above: bigint, below: bigint): bigint =>
  (above < 0n ? 2n * above - below : 2n * above + below) / (2n * below)
