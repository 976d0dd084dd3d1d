import { type Decimal, divideRounded, multiply, parseDecimal } from './decimal.ts'
import { stepOf } from './price.ts'
import { type PriceStep, quotaPerDollar as quotaOfCard } from './price-card.ts'
import {
  cardOfRow,
  type RecordedPrice,
  type RecordedTokenCounts,
  recomputeQuota,
  signOfRow,
  usageOfRow,
} from './recorded-charge.ts'
import { type TokenClass, tokenClassRows } from './token-classes.ts'
import { inputTokens, type ToolKind } from './usage.ts'

export type ReceiptLine = {
  class: TokenClass
  tokens: number
  /** The item's own ratios, without those of model and group. */
  ratios: readonly number[]
  /** In millionths of a dollar, rounded for reading. */
  micros: number
  dollarsPerMillion: number
}

/** Calls of a tool that the provider runs itself and charges by the call. */
export type ReceiptTool = {
  tool: ToolKind
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
  /** What a long prompt made dearer; the lines have it among their ratios. */
  step: PriceStep | undefined
  lines: readonly ReceiptLine[]
  /** Whether sound or pictures are among them: then input and output are told as those of text. */
  hasMedia: boolean
  tools: readonly ReceiptTool[]
  /** What the tokens read from the cache would have cost more as fresh ones. */
  saved: number
  /** What is left between the lines, as they are rounded, and the total. */
  difference: number
  /** The difference is nothing but rounding; otherwise the row was charged by another rule. */
  isExact: boolean
  micros: number
}

type Charged = RecordedTokenCounts & { quota: number }

/** How a row's charge came about: every class times its ratios, adding up to the charge. */
export const receiptOf = (row: Charged, recorded: RecordedPrice, quotaPerDollar: number): Receipt | undefined => {
  if (recorded.model_ratio === undefined && recorded.model_price === undefined) return undefined
  const card = cardOfRow(recorded)
  const usage = usageOfRow(row, recorded)
  const { modelPrice: price, modelRatio, groupRatio } = card
  // A row that says nothing of it is one call.
  const calls = usage.calls || 1
  const base = product([modelRatio, groupRatio])
  const step = stepOf(card, inputTokens(usage))
  const used = price === undefined ? tokenClassRows.filter(({ name }) => usage[name] !== 0) : []
  const lines = used.map(({ name, side, ratios }) => {
    const own = [...ratios.map((ratio) => card[ratio]), ...(step === undefined ? [] : [step[side]])]
    return {
      class: name,
      tokens: usage[name],
      ratios: own,
      micros: microsOf(product([usage[name], ...own], base), quotaPerDollar),
      dollarsPerMillion: microsOf(product([1_000_000, ...own], base), quotaPerDollar) / 1_000_000,
    }
  })
  const tools = (recorded.tool_calls ?? []).map((tool) => ({
    ...tool,
    micros: microsOf(product([tool.price, quotaOfCard / 1000, tool.calls, groupRatio]), quotaPerDollar),
  }))
  const fixed =
    price === undefined
      ? 0
      : signOfRow(recorded) * microsOf(product([price, quotaOfCard, groupRatio, calls]), quotaPerDollar)
  const micros = microsOf(parseDecimal(row.quota), quotaPerDollar)
  const listed = [...lines, ...tools].reduce((all, line) => all + line.micros, fixed)
  return {
    price,
    calls,
    modelRatio,
    groupRatio,
    hasOwnGroupRatio: recorded.user_group_ratio !== undefined,
    step,
    fixed,
    lines,
    hasMedia: used.some(({ name }) => mediaClasses.has(name)),
    tools,
    saved: savedBy(lines, step === undefined ? base : product([step.input], base), quotaPerDollar),
    difference: micros - listed,
    isExact: recomputeQuota(row, recorded) === row.quota,
    micros,
  }
}

const savedBy = (lines: readonly ReceiptLine[], base: Decimal, quotaPerDollar: number): number => {
  const read = lines.find((line) => line.class === 'cacheRead')
  return read === undefined ? 0 : Math.max(0, microsOf(product([read.tokens], base), quotaPerDollar) - read.micros)
}

const mediaClasses: ReadonlySet<TokenClass> = new Set(['audioInput', 'audioOutput', 'imageInput', 'imageOutput'])

const product = (factors: readonly number[], start: Decimal = parseDecimal(1)): Decimal =>
  factors.map((factor) => parseDecimal(factor)).reduce(multiply, start)

/** Quota as millionths of a dollar. */
const microsOf = (quota: Decimal, quotaPerDollar: number): number =>
  Number(divideRounded(multiply(quota, parseDecimal(1_000_000)), parseDecimal(quotaPerDollar)))
