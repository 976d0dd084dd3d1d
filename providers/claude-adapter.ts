import { capabilitiesOf } from '#protocols/anthropic-messages/model-capabilities.ts'
import { isObject, type JsonObject } from '#protocols/json.ts'
import type { Changes, Wanted } from './provider.ts'

/** What a name says besides the model: to think, and how hard. */
type Suffix = { model: string; effort: string | undefined; thinks: boolean }

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
      const maximum = withMaximum(body, wanted)
      if (!suffix.thinks || body.thinking !== undefined) return maximum
      const adaptive = capabilitiesOf(model).thinking === 'adaptive'
      return { ...maximum, ...(adaptive ? adaptively(suffix, body) : withBudget(wanted, body)), ...freeTool(body) }
    },
  }
}

/** The output limit that this dialect demands, where the client named none. */
export const defaultMaximumOf = ({ model, option }: Wanted): number => {
  const limits = option('claude.default_max_tokens')
  if (!isObject(limits)) return usualMaximum
  const limit = limits[model] ?? limits.default
  return typeof limit === 'number' ? limit : usualMaximum
}

/** Headers that the operator set for a model, names and values in turn. */
export const headersOfModel = ({ model, option }: Wanted): string[] => {
  const settings = option('claude.model_headers_settings')
  const ofModel = isObject(settings) ? settings[model] : undefined
  if (!isObject(ofModel)) return []
  return Object.entries(ofModel).flatMap(([name, value]) => [
    name.toLowerCase(),
    Array.isArray(value) ? value.join(',') : String(value),
  ])
}

const readSuffix = ({ model, option }: Wanted): Suffix => {
  const plain = { model, effort: undefined, thinks: false }
  if (option('claude.thinking_adapter_enabled') !== true || !model.includes('claude')) return plain
  if (model.endsWith('-thinking')) {
    return { model: model.slice(0, -'-thinking'.length), effort: undefined, thinks: true }
  }
  const effort = efforts.find((each) => model.endsWith(`-${each}`))
  if (effort === undefined) return plain
  const bare = model.slice(0, -effort.length - 1)
  return capabilitiesOf(bare).thinking === 'adaptive' ? { model: bare, effort, thinks: true } : plain
}

const withMaximum = (body: JsonObject, wanted: Wanted): Changes =>
  body.max_tokens === undefined && wanted.operation === 'chat' ? { max_tokens: defaultMaximumOf(wanted) } : {}

/** The newest models decide themselves how long to think, and refuse to be told how to sample. */
const adaptively = ({ model, effort = 'high' }: Suffix, body: JsonObject): Changes => {
  const sampling = capabilitiesOf(model).sampling === 'none' ? { temperature: undefined } : { temperature: 1 }
  return {
    thinking: { type: 'adaptive', display: 'summarized' },
    output_config: { ...(isObject(body.output_config) ? body.output_config : {}), effort },
    ...sampling,
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
    max_tokens: maximum,
    thinking: { type: 'enabled', budget_tokens: Math.min(budget, maximum - 1) },
    temperature: 1,
    top_p: undefined,
    top_k: undefined,
  }
}

/** Thinking and a tool that must be used exclude each other. */
const freeTool = ({ tool_choice: choice }: JsonObject): Changes =>
  isObject(choice) && (choice.type === 'any' || choice.type === 'tool')
    ? { tool_choice: { ...choice, type: 'auto', name: undefined } }
    : {}
