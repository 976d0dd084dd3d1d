import { isObject, type JsonObject } from '../json/json.ts'

/** The longest answers that models write where nobody sets a limit; the first that fits the name counts. */
const longestAnswers: readonly (readonly [name: RegExp, tokens: number])[] = [
  [/^gpt-5[^/]*-chat/, 16_384],
  [/^(?:gpt-[5-9]|gpt-oss|codex)/, 128_000],
  [/^o[134](?:-|$)/, 100_000],
  [/^gpt-4\.1/, 32_768],
  [/^(?:chatgpt-4o|gpt-4o|gpt-4\.5)/, 16_384],
  [/^gpt-4-(?:turbo|\d{4}-preview|vision)/, 4096],
  [/^gpt-4/, 8192],
  [/^gpt-3/, 4096],
  [/^claude-(?:3-|[12])/, 8192],
  [/^claude/, 64_000],
  [/^gemini-(?:1|2\.0)/, 8192],
  [/^gemini/, 65_536],
]

const longestOfOthers = 65_536

export const longestAnswerOf = (model: string): number => {
  const name = model.slice(model.lastIndexOf('/') + 1)
  return longestAnswers.find(([pattern]) => pattern.test(name))?.[1] ?? longestOfOthers
}

/** Models that think without showing all of it, unless they are told not to. */
const thinkers = /^(?:o[134](?:-|$)|gpt-[5-9](?![^/]*-chat)|gemini-(?:2\.5|[3-9])|grok-(?:3-mini|[4-9]))/

/** Whether what is billed as output may be more than a client sees of a stream. */
export const thinksUnseen = (model: string, body: JsonObject): boolean => {
  const { reasoning, reasoning_effort: effort, thinking, generationConfig, generation_config } = body
  if (thinkers.test(model.slice(model.lastIndexOf('/') + 1))) return effort !== 'none'
  const config = generationConfig ?? generation_config
  return (
    (isObject(reasoning) && reasoning.effort !== 'none') ||
    (typeof effort === 'string' && effort !== 'none') ||
    (isObject(thinking) && thinking.type !== 'disabled') ||
    (isObject(config) && (config.thinkingConfig !== undefined || config.thinking_config !== undefined))
  )
}
