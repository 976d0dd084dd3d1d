import { capabilitiesOf } from '#protocols/anthropic-messages/model-capabilities.ts'
import { withoutUnsigned } from '#protocols/anthropic-messages/seal.ts'
import { isObject, type JsonObject } from '#protocols/json/json.ts'
import type { Changes, Wanted } from './provider.ts'

/** What a name says besides the model: to think, and how hard. */
type Suffix = { model: string; thinks: boolean; effort: string | undefined }

const efforts = ['xhigh', 'max', 'high', 'medium', 'low']
const leastMaximum = 1280
const leastBudget = 1024
const usualMaximum = 8192

/** Claude models by whatever road: the suffix is taken off the name, and what it asks for put into the body. */
export const adaptClaude = (wanted: Wanted): { model: string; changes: (body: JsonObject) => Changes } => {
  const suffix = readSuffix(wanted)
  const { model } = suffix
  return {
    model,
    changes: (body) => {
      const maximum = { ...withMaximum(body, wanted), ...historyOf(body) }
      if (!suffix.thinks || body.thinking !== undefined) return maximum
      if (isAdaptiveOnly(model) || suffix.effort !== undefined) {
        return { ...maximum, ...adaptively(suffix, body), ...freeTool(body) }
      }
      return lacksThinking(body) ? maximum : { ...withBudget(wanted, body), ...freeTool(body) }
    },
  }
}

/** The output limit that this dialect demands, where the client named none. */
export const defaultMaximumOf = (wanted: Wanted): number => {
  const limits = wanted.option('claude.default_max_tokens')
  if (!isObject(limits)) return usualMaximum
  const limit = limits[wanted.model] ?? limits[readSuffix(wanted).model] ?? limits.default
  return typeof limit === 'number' ? limit : usualMaximum
}

/** Headers that the operator set for a model, by name in small letters. */
export const headersOfModel = ({ model, option }: Wanted): Record<string, string> => {
  const settings = option('claude.model_headers_settings')
  const ofModel = isObject(settings) ? settings[model] : undefined
  if (!isObject(ofModel)) return {}
  const entries = Object.entries(ofModel).map(([name, value]) => [
    name.toLowerCase(),
    Array.isArray(value) ? value.join(',') : String(value),
  ])
  return Object.fromEntries(entries)
}

/** What the client wants to try, and what the operator set for the model, in one list. */
export const betasOf = (wanted: Wanted): string[] => {
  const asked = wanted.headers['anthropic-beta']
  const lists = [...(Array.isArray(asked) ? asked : [asked ?? '']), headersOfModel(wanted)['anthropic-beta'] ?? '']
  const names = lists.flatMap((list) => list.split(',')).map((name) => name.trim())
  return [...new Set(names.filter((name) => name !== ''))]
}

const readSuffix = ({ model, option }: Wanted): Suffix => {
  const plain = { model, thinks: false, effort: undefined }
  if (option('claude.thinking_adapter_enabled') !== true || !model.includes('claude')) return plain
  if (model.endsWith('-thinking'))
    return { model: model.slice(0, -'-thinking'.length), thinks: true, effort: undefined }
  const effort = efforts.find((each) => model.endsWith(`-${each}`))
  if (effort === undefined) return plain
  const bare = model.slice(0, -effort.length - 1)
  return capabilitiesOf(bare).thinking === 'adaptive' ? { model: bare, thinks: true, effort } : plain
}

/** The newest models decide themselves how long to think; those between them and the older ones do both. */
const isAdaptiveOnly = (model: string): boolean => {
  const { thinking, sampling } = capabilitiesOf(model)
  return thinking === 'adaptive' && sampling === 'none'
}

/** Counting tokens knows no limit. */
const withMaximum = (body: JsonObject, wanted: Wanted): Changes =>
  body.max_tokens === undefined && wanted.operation === 'chat' ? { max_tokens: defaultMaximumOf(wanted) } : {}

/** What no Claude thought: another model's words, told where these sign theirs. */
const historyOf = ({ messages }: JsonObject): Changes => {
  const signed = Array.isArray(messages) ? withoutUnsigned(messages) : undefined
  return signed === undefined ? {} : { messages: signed }
}

const adaptively = ({ model, effort = 'high' }: Suffix, body: JsonObject): Changes => {
  const { efforts: known, sampling } = capabilitiesOf(model)
  const told = known.some((each) => each === effort) ? effort : 'max'
  return {
    thinking: { type: 'adaptive', display: 'summarized' },
    output_config: { ...(isObject(body.output_config) ? body.output_config : {}), effort: told },
    temperature: sampling === 'none' ? undefined : 1,
    top_p: undefined,
    top_k: undefined,
  }
}

const withBudget = (wanted: Wanted, body: JsonObject): Changes => {
  const share = wanted.option('claude.thinking_adapter_budget_tokens_percentage')
  const given = typeof body.max_tokens === 'number' ? body.max_tokens : defaultMaximumOf(wanted)
  const maximum = Math.max(given, leastMaximum)
  const budget = Math.max(leastBudget, Math.floor(maximum * (typeof share === 'number' ? share : 0.8)))
  return {
    ...(wanted.operation === 'chat' ? { max_tokens: maximum } : {}),
    thinking: { type: 'enabled', budget_tokens: Math.min(budget, maximum - 1) },
    temperature: 1,
    top_p: undefined,
    top_k: undefined,
  }
}

/** Between a call and its answer the thinking that led to the call must be there; clients may have lost it. */
const lacksThinking = ({ messages }: JsonObject): boolean => {
  if (!Array.isArray(messages)) return false
  const [before, last] = messages.slice(-2)
  const answers = contentOf(last).some((block) => block.type === 'tool_result')
  const [first] = contentOf(before)
  return answers && first?.type !== 'thinking' && first?.type !== 'redacted_thinking'
}

const contentOf = (message: unknown): JsonObject[] =>
  isObject(message) && Array.isArray(message.content) ? message.content.filter(isObject) : []

/** Thinking and a tool that must be used exclude each other. */
const freeTool = ({ tool_choice: choice }: JsonObject): Changes => {
  if (!isObject(choice) || (choice.type !== 'any' && choice.type !== 'tool')) return {}
  const { name: _, ...rest } = choice
  return { tool_choice: { ...rest, type: 'auto' } }
}
