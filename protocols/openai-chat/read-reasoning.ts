import type { ReasoningWish } from '../chat.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject, objectAt } from '../json/json.ts'
import { countField, flagField, largestOutput, objectField, pathOf, textField } from './fields.ts'

type Effort = NonNullable<ReasoningWish['effort']>

const efforts: readonly Effort[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/** How much the model should think, in any of the words that clients of this dialect use for it. */
export const readReasoningWish = (body: JsonObject): ReasoningWish | undefined =>
  wishOf(readEffort(body, 'reasoning_effort')) ??
  readReasoningObject(body) ??
  readThinking(body) ??
  readThinkingFlags(body) ??
  readThinkingConfig(body)

const readEffort = (object: JsonObject, key: string, parent = ''): Effort | undefined => {
  const word = textField(object, key, parent)
  if (word === undefined) return undefined
  const effort = efforts.find((each) => each === word)
  if (effort === undefined) throw new ProtocolError(pathOf(parent, key), `must be one of ${efforts.join(', ')}`)
  return effort
}

/** An effort alone is how OpenAI asks, whose chat shows no thoughts; all other words are of those that show them. */
const wishOf = (effort: Effort | undefined): ReasoningWish | undefined =>
  effort === undefined ? undefined : { enabled: effort !== 'none', effort, budget: undefined, visible: undefined }

/** Models that think unasked may show it all the same. */
const shownIf = (enabled: boolean): true | undefined => (enabled ? true : undefined)

/** `reasoning: {effort | max_tokens, enabled, exclude}`, as routers have it. */
const readReasoningObject = (body: JsonObject): ReasoningWish | undefined => {
  const wish = objectField(body, 'reasoning')
  if (wish === undefined) return undefined
  const effort = readEffort(wish, 'effort', 'reasoning')
  const budget = countField(wish, 'max_tokens', largestOutput, 0, 'reasoning')
  const enabled = flagField(wish, 'enabled', 'reasoning') ?? (effort !== 'none' && budget !== 0)
  const hidden = flagField(wish, 'exclude', 'reasoning') === true
  return { enabled, effort, budget, visible: hidden ? false : shownIf(enabled), inDetails: true }
}

/** `thinking: {type, budget_tokens}` */
const readThinking = (body: JsonObject): ReasoningWish | undefined => {
  const wish = objectField(body, 'thinking')
  if (wish === undefined) return undefined
  const enabled = wish.type !== 'disabled'
  const budget = countField(wish, 'budget_tokens', largestOutput, 0, 'thinking')
  return { enabled, effort: undefined, budget: enabled ? budget : undefined, visible: shownIf(enabled) }
}

/** `enable_thinking` and `thinking_budget`, also where a model's template takes them. */
const readThinkingFlags = (body: JsonObject): ReasoningWish | undefined => {
  const template = isObject(body.chat_template_kwargs) ? body.chat_template_kwargs : {}
  const enabled =
    flagField(body, 'enable_thinking') ??
    flagField(template, 'enable_thinking', 'chat_template_kwargs') ??
    flagField(template, 'thinking', 'chat_template_kwargs')
  const budget = countField(body, 'thinking_budget', largestOutput, 0)
  if (enabled === undefined && budget === undefined) return undefined
  const wanted = enabled ?? budget !== 0
  return { enabled: wanted, effort: undefined, budget, visible: shownIf(wanted) }
}

/** `extra_body.google.thinking_config`, as the layer that Gemini has for this dialect takes it. */
const readThinkingConfig = (body: JsonObject): ReasoningWish | undefined => {
  const wish = objectAt(objectAt(objectAt(body, 'extra_body') ?? body, 'google'), 'thinking_config')
  if (wish === undefined) return undefined
  const place = 'extra_body.google.thinking_config'
  const effort = readEffort(wish, 'thinking_level', place)
  const told = wish.thinking_budget
  // Minus one leaves the amount to the model.
  const budget = told === -1 ? undefined : countField(wish, 'thinking_budget', largestOutput, 0, place)
  const visible = flagField(wish, 'include_thoughts', place)
  return { enabled: budget !== 0, effort, budget, visible }
}
