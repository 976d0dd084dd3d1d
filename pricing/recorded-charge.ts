import { priceUsage } from './price.ts'
import type { PriceCard, PriceStep } from './price-card.ts'
import { type Ratio, type RecordedTokens, recordedRatios, tokenClassRows } from './token-classes.ts'
import { type ToolCalls, type ToolKind, type Usage, usageOf } from './usage.ts'

type RecordedRatio = (typeof recordedRatios)[Ratio]

/** What the details of a log row say of its charge. What is missing is what was so before rows had it. */
export type RecordedPrice = Readonly<
  Partial<Record<RecordedTokens | RecordedRatio, number | undefined>> & {
    model_price?: number | undefined
    model_ratio?: number | undefined
    group_ratio?: number | undefined
    user_group_ratio?: number | undefined
    price_step?: PriceStep | undefined
    calls?: number | undefined
    refund_of?: string | undefined
    tool_calls?: readonly { tool: ToolKind; calls: number; price: number }[] | undefined
  }
>

export type RecordedTokenCounts = { prompt_tokens: number; completion_tokens: number }

/** The card a row was charged by. */
export const cardOfRow = (recorded: RecordedPrice): PriceCard => {
  const ratio = (name: Ratio, usual = 1) => recorded[recordedRatios[name]] ?? usual
  const completionRatio = ratio('completionRatio')
  return {
    modelPrice: recorded.model_price === undefined || recorded.model_price < 0 ? undefined : recorded.model_price,
    modelRatio: recorded.model_ratio ?? 0,
    completionRatio,
    cacheRatio: ratio('cacheRatio'),
    cacheCreationRatio: ratio('cacheCreationRatio'),
    cacheCreationHourRatio: ratio('cacheCreationHourRatio'),
    audioRatio: ratio('audioRatio'),
    audioCompletionRatio: ratio('audioCompletionRatio'),
    imageRatio: ratio('imageRatio'),
    imageCompletionRatio: ratio('imageCompletionRatio', completionRatio),
    ...(recorded.price_step && { steps: [recorded.price_step] }),
    groupRatio: recorded.user_group_ratio ?? recorded.group_ratio ?? 1,
    toolPrices: Object.fromEntries((recorded.tool_calls ?? []).map(({ tool, price }) => [tool, price])),
  }
}

/** What a row was charged for. Reasoning is told as a part of the output, and never more than there was. */
export const usageOfRow = (row: RecordedTokenCounts, recorded: RecordedPrice): Usage => {
  const usage = usageOf({ calls: recorded.calls ?? 0, tools: toolsOf(recorded) })
  const left = { input: row.prompt_tokens, output: row.completion_tokens }
  for (const { name, side, recorded: key } of tokenClassRows) {
    if (key === undefined || name === 'reasoning') continue
    usage[name] = recorded[key] ?? 0
    left[side] -= usage[name]
  }
  const reasoning = Math.min(left.output, recorded.reasoning_tokens ?? 0)
  return { ...usage, input: left.input, output: left.output - reasoning, reasoning }
}

const toolsOf = ({ tool_calls: lines }: RecordedPrice): ToolCalls | undefined =>
  lines === undefined ? undefined : Object.fromEntries(lines.map(({ tool, calls }) => [tool, calls]))

/** What a row gives back it was charged before. */
export const signOfRow = ({ refund_of: of }: RecordedPrice): 1 | -1 => (of === undefined ? 1 : -1)

/** Works a log row's charge out again from nothing but the row. */
export const recomputeQuota = (row: RecordedTokenCounts, recorded: RecordedPrice): number =>
  // Nothing given back is nothing, not less than nothing.
  signOfRow(recorded) * priceUsage(cardOfRow(recorded), usageOfRow(row, recorded)) || 0
