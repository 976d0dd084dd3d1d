import { chargeText, type LogOther } from '#contract/logs.ts'
import { stepOf, toolLines } from '#pricing/price.ts'
import { recordedRatios, tokenClassRows } from '#pricing/token-classes.ts'
import { inputTokens, mostTokens, outputTokens, type Usage } from '#pricing/usage.ts'
import { logMarks } from '#providers/log-marks.ts'
import { costOfCall } from '../domain/channels/channel-costs.ts'
import type { Domain } from '../domain/domain.ts'
import type { Settlement } from '../domain/money/ledger.ts'
import type { ModelPrice } from '../domain/money/prices.ts'
import { nowSeconds } from '../lib/clock.ts'
import type { Caller } from './authenticate.ts'
import type { Call } from './call.ts'
import type { Delivery } from './delivery.ts'
import { recordedConversation } from './recorded-conversation.ts'
import type { Trace } from './trace.ts'
import type { UpstreamRequest } from './upstream-request.ts'

type Live = Pick<Domain, 'clock' | 'options'>

type Recorded = {
  caller: Caller
  call: Call
  request: Pick<UpstreamRequest, 'channel' | 'model' | 'route'>
  trace: Pick<Trace, 'requestId' | 'attempts' | 'skipped' | 'candidates' | 'changed' | 'outputLimit' | 'elapsedMs'>
}
export type Charge = { usage: Usage; estimated: boolean; price: ModelPrice; quota: number }

/**
 * Everything known of a finished call, as one row. It keeps the price card, so that the charge can be recomputed. How
 * long it took is counted of answers alone, by whoever delivers them.
 */
export const recordOf = (
  domain: Live,
  { caller, call, request, trace }: Recorded,
  delivery: Delivery,
  charge: Charge,
): Settlement => {
  const other = otherOf({ caller, call, request, trace }, delivery, charge, keepsTexts(domain, delivery))
  return {
    requestId: trace.requestId,
    createdAt: nowSeconds(domain.clock),
    userId: caller.userId,
    username: caller.username,
    tokenId: caller.tokenId,
    tokenName: caller.tokenName,
    channelId: request.channel.id,
    modelName: call.outline.model,
    group: caller.group,
    quota: charge.quota,
    promptTokens: inputTokens(charge.usage),
    completionTokens: outputTokens(charge.usage),
    useTime: Math.round(trace.elapsedMs() / 1000),
    durationMs: 0,
    isStream: delivery.firstByteMs !== undefined,
    content: chargeText(other),
    other: JSON.stringify(other),
    counted: true,
    logged: domain.options.get('LogConsumeEnabled'),
  }
}

/** What may still be cut off is written every second: texts are kept of what has ended. */
const keepsTexts = ({ options }: Live, { ending }: Delivery): boolean =>
  ending !== 'process_ended' && options.get('LogChatContentEnabled')

const otherOf = (
  { caller, call, request, trace }: Recorded,
  delivery: Delivery,
  charge: Charge,
  keepsTexts: boolean,
): LogOther => {
  const { usage, price } = charge
  const { card, userGroupRatio } = price
  const other: LogOther = {
    group: caller.group,
    model_ratio: card.modelRatio,
    model_price: card.modelPrice ?? -1,
    completion_ratio: card.completionRatio,
    group_ratio: card.groupRatio,
    cache_tokens: usage.cacheRead,
    cache_ratio: card.cacheRatio,
    ...logMarks(request.route.dialect),
    admin_info: {
      use_channel: trace.attempts.map((attempt) => String(attempt.channel)),
      attempts: trace.attempts,
    },
  }
  for (const { name, ratios, recorded } of tokenClassRows) {
    if (recorded === undefined || usage[name] === 0) continue
    other[recorded] = usage[name]
    for (const ratio of ratios) other[recordedRatios[ratio]] = card[ratio]
  }
  const step = stepOf(card, inputTokens(usage))
  if (step !== undefined) other.price_step = step
  if (card.serviceRatio !== undefined) other.service_ratio = card.serviceRatio
  if (userGroupRatio !== undefined) other.user_group_ratio = userGroupRatio
  if (delivery.firstByteMs !== undefined) other.frt = Math.round(delivery.firstByteMs)
  if (usage.audioInput + usage.audioOutput > 0) {
    other.audio = true
    other.audio_input = usage.audioInput
    other.audio_output = usage.audioOutput
    other.text_input = usage.input
    other.text_output = usage.output + usage.reasoning
    other.audio_ratio = card.audioRatio
    other.audio_completion_ratio = card.audioCompletionRatio
  }
  if (usage.calls !== 0) other.calls = usage.calls
  if (usage.tools !== undefined) {
    other.tool_calls = toolLines(usage.tools).map((line) => ({ ...line, price: card.toolPrices[line.tool] ?? 0 }))
  }
  if (trace.outputLimit !== undefined) other.output_limit = trace.outputLimit
  if (call.effort !== undefined) other.reasoning_effort = call.effort
  if (trace.changed.length > 0) other.changed = [...trace.changed]
  if (call.endpoint.kind === 'realtime') other.ws = true
  if (charge.estimated) other.estimated = true
  const doubt = charge.estimated ? undefined : doubtOf(call, usage)
  if (doubt !== undefined) other.usage_doubt = doubt
  if (keepsTexts) Object.assign(other, recordedConversation(call, delivery))
  if (delivery.ending !== 'complete') other.stream_error = delivery.ending
  if (request.model !== call.outline.model) {
    other.is_model_mapped = true
    other.upstream_model_name = request.model
  }
  // Where nothing was passed over and the first try worked, there is nothing to explain.
  if (trace.skipped.length > 0 || trace.attempts.length > 1) {
    other.admin_info = { ...other.admin_info, candidates: trace.candidates, skipped: trace.skipped }
  }
  const cost = costFor(request, call, usage)
  if (cost !== undefined) other.admin_info = { ...other.admin_info, cost }
  return other
}

/** It is beside the charge: no row is worked out again by it. */
const costFor = ({ channel, model }: Recorded['request'], { outline }: Call, usage: Usage): number | undefined =>
  channel.costs && costOfCall(channel.costs, { upstream: model, asked: outline.model }, usage)

/** Some models think beyond the limit that they were given, but not several times over. */
const farAboveLimit = 4

/** A mistake of the upstream's, or worse, that whoever reads the bill should see. */
const doubtOf = ({ outline }: Call, usage: Usage): LogOther['usage_doubt'] => {
  const output = outputTokens(usage)
  if (output >= mostTokens || inputTokens(usage) >= mostTokens) return 'cut'
  const { maximumOutput, choices } = outline
  return maximumOutput !== undefined && output > maximumOutput * choices * farAboveLimit ? 'above_limit' : undefined
}
