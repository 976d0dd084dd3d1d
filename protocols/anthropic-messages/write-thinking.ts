import type { ChatMessage, ChatRequest } from '../chat.ts'
import type { JsonObject } from '../json/json.ts'
import { budgetOf, effortOf } from '../reasoning.ts'
import type { Effort, ModelCapabilities } from './model-capabilities.ts'

type Thinking = {
  thinking: JsonObject | undefined
  effort: Effort | undefined
  maximumOutput: number
  /** Whether the model will think, which rules out steering how it samples. */
  thinks: boolean
}

const leastBudget = 1024
/** The share of a limit the client named that may go into thinking; the rest is for the answer. */
const budgetShare = 0.8
const unsaidBudget = 8192

/**
 * How a wish to think is said to a model. A tool that must be used and thinking exclude each other: `forcesTool` says
 * that thinking gives way.
 */
export const writeThinking = (
  request: ChatRequest,
  model: ModelCapabilities,
  forcesTool: boolean,
  defaultMaximumOutput: number,
): Thinking => {
  const unlimited = Math.min(defaultMaximumOutput, model.maximumOutput ?? defaultMaximumOutput)
  const maximumOutput = Math.min(request.maximumOutput ?? unlimited, model.maximumOutput ?? Number.POSITIVE_INFINITY)
  const calm = { maximumOutput, effort: undefined, thinking: undefined, thinks: false }
  const wish = request.reasoning
  const wanted = wish?.enabled === true
  switch (model.thinking) {
    case 'none':
      return calm
    case 'adaptive': {
      const effort = wish === undefined || !wanted ? undefined : nearestEffort(effortOf(wish), model.efforts)
      const off = wish?.enabled === false || (forcesTool && (wanted || model.thinksUnasked))
      if (off) return { ...calm, ...withoutThinking(model, effort, wish?.enabled === false) }
      if (wish === undefined) return { ...calm, thinks: model.thinksUnasked }
      const display = wish.visible === false ? 'omitted' : 'summarized'
      const roomy = Math.min(unlimited + (budgetOf(wish) ?? unsaidBudget), model.maximumOutput ?? unlimited)
      const limit = request.maximumOutput === undefined ? roomy : maximumOutput
      return { maximumOutput: limit, effort, thinking: { type: 'adaptive', display }, thinks: true }
    }
    case 'budget': {
      const effort = wish === undefined ? undefined : nearestEffort(effortOf(wish), model.efforts)
      if (wish === undefined || !wanted || forcesTool || continuesUnsigned(request.messages)) return { ...calm, effort }
      const budget = Math.max(leastBudget, budgetOf(wish) ?? unsaidBudget)
      return { effort, thinks: true, ...withBudget(request, model, budget, unlimited) }
    }
  }
}

/** Where thinking cannot be switched off, a low effort is the nearest thing. */
const withoutThinking = (
  model: ModelCapabilities,
  effort: Effort | undefined,
  unwanted: boolean,
): Partial<Thinking> => {
  if (model.off === undefined) return { effort: unwanted ? 'low' : effort, thinks: true }
  // Without thinking the highest efforts are refused.
  const highest = effort === 'xhigh' || effort === 'max' ? 'high' : effort
  return { effort: highest, thinking: { type: model.off } }
}

/** The budget must be below the limit. A limit of the client's own is kept unless it leaves no room to think at all. */
const withBudget = (request: ChatRequest, model: ModelCapabilities, budget: number, unlimited: number) => {
  const most = model.maximumOutput ?? Number.POSITIVE_INFINITY
  const least = Math.ceil(leastBudget / budgetShare)
  const maximumOutput = Math.min(most, Math.max(least, request.maximumOutput ?? budget + unlimited))
  const fitting = Math.min(budget, Math.floor(maximumOutput * budgetShare))
  return { maximumOutput, thinking: { type: 'enabled', budget_tokens: fitting } }
}

const order: readonly Effort[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/** The highest effort the model knows that is not above the wish, else its lowest. */
const nearestEffort = (wish: Effort | undefined, known: readonly Effort[]): Effort | undefined => {
  if (wish === undefined) return undefined
  const below = known.filter((effort) => order.indexOf(effort) <= order.indexOf(wish))
  return below.at(-1) ?? known[0]
}

/**
 * Whether tools were called without signed thinking before them: then a model with a budget refuses to think in this
 * turn.
 */
const continuesUnsigned = (messages: readonly ChatMessage[]): boolean => {
  const last = messages.findLastIndex((message) => message.role !== 'tool')
  const calling = messages[last]
  if (last === messages.length - 1 || calling?.role !== 'assistant') return false
  return !calling.parts.some(
    (part) =>
      (part.type === 'reasoning' && part.signature?.by === 'anthropic') ||
      (part.type === 'redacted_reasoning' && part.by === 'anthropic'),
  )
}
