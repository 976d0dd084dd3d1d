import { estimateTokens, messageOverhead } from '../counting/estimate.ts'
import { ProtocolError } from '../failure.ts'
import type { JsonObject } from '../json/json.ts'
import {
  countField,
  flagField,
  largestOutput,
  limitField,
  mostChoices,
  pathOf,
  requiredText,
  textField,
} from '../openai-chat/fields.ts'
import { wantsUsage } from '../openai-chat/request.ts'
import type { RequestOutline } from '../protocol.ts'

export const outlineRequest = (body: JsonObject): RequestOutline => {
  const model = requiredText(body, 'model')
  const prompts = readPrompts(body.prompt)
  const choices = countField(body, 'n', mostChoices) ?? 1
  // The best of several is chosen after all of them were written.
  const written = Math.max(choices, countField(body, 'best_of', mostChoices) ?? 1)
  const suffix = textField(body, 'suffix')
  return {
    model,
    stream: flagField(body, 'stream') ?? false,
    maximumOutput: limitField(body, 'max_tokens', largestOutput),
    choices: written * prompts.length,
    promptEstimate:
      messageOverhead +
      prompts.reduce((sum, prompt) => sum + estimatePrompt(prompt), 0) +
      (suffix === undefined ? 0 : estimateTokens(suffix)),
    wantsUsage: wantsUsage(body),
  }
}

/** A text, or the tokens of one where the client has done the cutting itself. */
type Prompt = string | readonly number[]

const readPrompts = (prompt: unknown): readonly Prompt[] => {
  // Without a prompt the model begins a text of its own.
  if (prompt === undefined || prompt === null) return ['']
  if (typeof prompt === 'string' || isTokens(prompt)) return [prompt]
  if (!Array.isArray(prompt)) throw new ProtocolError('prompt', 'must be a string, an array of strings or of tokens')
  return prompt.map((each: unknown, index) => {
    if (typeof each === 'string' || isTokens(each)) return each
    throw new ProtocolError(pathOf('prompt', index), 'must be a string or an array of tokens')
  })
}

const isTokens = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.length > 0 && value.every((token) => Number.isInteger(token))

const estimatePrompt = (prompt: Prompt): number => (typeof prompt === 'string' ? estimateTokens(prompt) : prompt.length)
