import { isObject, type JsonObject, objectAt } from '#protocols/json/json.ts'
import type { Changes, Wanted } from './provider.ts'

type Suffix = { model: string; thinking: 'budget' | 'off' | 'level' | undefined; value: string }

const knownToThink = /gemini-(?:2\.5|[3-9])/
const takesLevel = /gemini-[3-9]/
/** Early previews that think but take no budget. */
const takesNoBudget = /gemini-2\.5-pro-preview-(?:03-25|05-06)/

/** Gemini models by whatever road: the suffix is taken off the name, and what it asks for put into the body. */
export const adaptGemini = (wanted: Wanted): { model: string; changes: (body: JsonObject) => Changes } => {
  const suffix = readSuffix(wanted)
  return {
    model: suffix.model,
    changes: (body) => {
      const config = generationConfigOf(body)
      const isSaid = config.thinkingConfig !== undefined || config.thinking_config !== undefined
      const thinking = isSaid ? undefined : thinkingOf(suffix, config, wanted)
      const modalities = config.responseModalities === undefined ? modalitiesOf(suffix.model, wanted) : undefined
      const changed = {
        ...(thinking === undefined ? {} : { thinkingConfig: thinking }),
        ...(modalities === undefined ? {} : { responseModalities: modalities }),
      }
      const safety = safetyOf(body, suffix.model, wanted)
      return {
        ...(Object.keys(changed).length === 0
          ? {}
          : { generationConfig: { ...config, ...changed }, generation_config: undefined }),
        ...(safety === undefined ? {} : { safetySettings: safety }),
      }
    },
  }
}

const readSuffix = ({ model, option }: Wanted): Suffix => {
  const none: Suffix = { model, thinking: undefined, value: '' }
  if (option('gemini.thinking_adapter_enabled') !== true || !knownToThink.test(model)) return none
  const found = /^(.*)-(?:thinking(?:-(\d{1,6}))?|(nothinking)|(high|medium|low|minimal))$/.exec(model)
  const [, bare, budget = '', off, level] = found ?? []
  if (bare === undefined) return none
  if (off !== undefined) return { model: bare, thinking: 'off', value: '' }
  if (level === undefined) return { model: bare, thinking: 'budget', value: budget }
  return takesLevel.test(bare) ? { model: bare, thinking: 'level', value: level } : none
}

const generationConfigOf = (body: JsonObject): JsonObject =>
  objectAt(body, 'generationConfig') ?? objectAt(body, 'generation_config') ?? {}

/** The least and the most that a model may be given to think: 24,576 unless its maker allows it more. */
const rangeOf = (model: string): readonly [least: number, most: number] => {
  if (model.includes('2.5-pro')) return [128, 32_768]
  return model.includes('flash-lite') ? [512, 24_576] : [0, 24_576]
}

const thinkingOf = ({ model, thinking, value }: Suffix, config: JsonObject, wanted: Wanted): JsonObject | undefined => {
  const [least, most] = rangeOf(model)
  switch (thinking) {
    case undefined:
      return undefined
    case 'level':
      return { includeThoughts: true, thinkingLevel: value }
    case 'off':
      return { thinkingBudget: model.includes('2.5-pro') ? least : 0 }
    case 'budget': {
      if (takesNoBudget.test(model)) return { includeThoughts: true }
      const share = wanted.option('gemini.thinking_adapter_budget_tokens_percentage')
      const limit = config.maxOutputTokens
      const wished =
        value !== ''
          ? Number(value)
          : typeof limit === 'number'
            ? limit * (typeof share === 'number' ? share : 0.6)
            : undefined
      if (wished === undefined) return { includeThoughts: true }
      return { includeThoughts: true, thinkingBudget: Math.min(Math.max(Math.floor(wished), least), most) }
    }
  }
}

const paints = /gemini-.*-image/

const modalitiesOf = (model: string, { option, protocol }: Wanted): string[] | undefined => {
  if (protocol === 'gemini-generate') return undefined
  const named = option('gemini.supported_imagine_models')
  const isNamed = Array.isArray(named) && named.includes(model)
  return isNamed || paints.test(model) ? ['TEXT', 'IMAGE'] : undefined
}

const categories = [
  'HARM_CATEGORY_HARASSMENT',
  'HARM_CATEGORY_HATE_SPEECH',
  'HARM_CATEGORY_SEXUALLY_EXPLICIT',
  'HARM_CATEGORY_DANGEROUS_CONTENT',
]

/** Clients of this dialect say themselves what they want kept from them; others leave it to the operator. */
const safetyOf = (body: JsonObject, model: string, { option, protocol }: Wanted): JsonObject[] | undefined => {
  if (protocol === 'gemini-generate' || body.safetySettings !== undefined) return undefined
  const settings = option('gemini.safety_settings')
  if (!isObject(settings)) return undefined
  const usual = settings[model] ?? settings.default
  return categories.flatMap((category) => {
    const threshold = settings[category] ?? usual
    return typeof threshold === 'string' ? [{ category, threshold }] : []
  })
}
