import { type LogOther, logOther } from '#contract/logs.ts'
import { type ToolCalls, usageOf } from '#protocols/counting/usage.ts'
import { type PriceCard, priceUsage } from './pricing.ts'

type RecordedCharge = { prompt_tokens: number; completion_tokens: number; other: LogOther }

/** Works a log row's charge out again from nothing but the row. */
const recomputeQuota = ({ prompt_tokens, completion_tokens, other }: RecordedCharge): number => {
  const cacheRead = other.cache_tokens ?? 0
  const cacheWrite = other.cache_creation_tokens ?? 0
  const cacheWriteHour = other.cache_creation_hour_tokens ?? 0
  const audioInput = other.audio_input ?? 0
  const audioOutput = other.audio_output ?? 0
  const imageInput = other.image_input ?? 0
  const imageOutput = other.image_output ?? 0
  return priceUsage(
    cardOf(other),
    usageOf({
      input: prompt_tokens - cacheRead - cacheWrite - cacheWriteHour - audioInput - imageInput,
      cacheRead,
      cacheWrite,
      cacheWriteHour,
      audioInput,
      imageInput,
      audioOutput,
      imageOutput,
      output: completion_tokens - audioOutput - imageOutput,
      calls: other.calls ?? 0,
      tools: toolsOf(other),
    }),
  )
}

/** The same for a row as it is stored. */
export const recomputeRow = (row: { prompt_tokens: number; completion_tokens: number; other: string }): number =>
  recomputeQuota({ ...row, other: logOther.parse(JSON.parse(row.other)) })

const cardOf = (other: LogOther): PriceCard => {
  const completionRatio = other.completion_ratio ?? 1
  return {
    modelPrice: other.model_price === undefined || other.model_price < 0 ? undefined : other.model_price,
    modelRatio: other.model_ratio ?? 0,
    completionRatio,
    cacheRatio: other.cache_ratio ?? 1,
    cacheCreationRatio: other.cache_creation_ratio ?? 1,
    cacheCreationHourRatio: other.cache_creation_hour_ratio ?? 1,
    audioRatio: other.audio_ratio ?? 1,
    audioCompletionRatio: other.audio_completion_ratio ?? 1,
    imageRatio: other.image_ratio ?? 1,
    imageCompletionRatio: other.image_completion_ratio ?? completionRatio,
    groupRatio: other.user_group_ratio ?? other.group_ratio ?? 1,
    toolPrices: Object.fromEntries((other.tool_calls ?? []).map(({ tool, price }) => [tool, price])),
  }
}

const toolsOf = ({ tool_calls: lines }: LogOther): ToolCalls | undefined =>
  lines === undefined ? undefined : Object.fromEntries(lines.map(({ tool, calls }) => [tool, calls]))
