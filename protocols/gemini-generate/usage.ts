import { inputTokens, outputTokens, tokenCount, type Usage, usageOf } from '#pricing/usage.ts'
import type { JsonObject } from '../json/json.ts'
import { member, objectIn, objectsIn, textIn, withoutUndefined } from './fields.ts'
import { readSearches } from './searches.ts'

/**
 * Makes the wire's figures into disjoint classes. Cached tokens stand inside the prompt, thoughts beside what was
 * written, and the tokens of tools that ran on the server beside the prompt.
 */
export const readUsage = (answer: JsonObject | undefined): Usage | undefined => {
  const wire = objectIn(answer, 'usageMetadata')
  if (wire === undefined) return undefined
  const prompt = countIn(wire, 'promptTokenCount')
  const ofTools = countIn(wire, 'toolUsePromptTokenCount')
  const reasoning = countIn(wire, 'thoughtsTokenCount')
  const written = writtenTokens(wire, prompt + ofTools + reasoning)
  if (prompt === 0 && ofTools === 0 && reasoning === 0 && written === 0) return undefined

  const cacheRead = Math.min(countIn(wire, 'cachedContentTokenCount'), prompt)
  const fresh = (kind: string) =>
    Math.max(0, modality(wire, 'promptTokensDetails', kind) - modality(wire, 'cacheTokensDetails', kind))
  const audioInput = Math.min(fresh('AUDIO'), prompt - cacheRead)
  const imageInput = Math.min(fresh('IMAGE'), prompt - cacheRead - audioInput)
  const audioOutput = Math.min(modality(wire, 'candidatesTokensDetails', 'AUDIO'), written)
  const imageOutput = Math.min(modality(wire, 'candidatesTokensDetails', 'IMAGE'), written - audioOutput)
  return usageOf({
    input: prompt - cacheRead - audioInput - imageInput + ofTools,
    cacheRead,
    audioInput,
    imageInput,
    reasoning,
    audioOutput,
    imageOutput,
    output: written - audioOutput - imageOutput,
    tools: answer === undefined ? undefined : readSearches(answer),
  })
}

export const writeUsage = (usage: Usage): JsonObject => {
  const prompt = inputTokens(usage)
  const candidates = outputTokens(usage) - usage.reasoning
  const cached = positive(usage.cacheRead)
  return withoutUndefined({
    promptTokenCount: prompt,
    cachedContentTokenCount: cached,
    candidatesTokenCount: candidates,
    thoughtsTokenCount: positive(usage.reasoning),
    totalTokenCount: prompt + outputTokens(usage),
    promptTokensDetails: details(prompt, usage.imageInput, usage.audioInput),
    cacheTokensDetails: cached === undefined ? undefined : details(cached, 0, 0),
    candidatesTokensDetails:
      usage.imageOutput + usage.audioOutput > 0 ? details(candidates, usage.imageOutput, usage.audioOutput) : undefined,
  })
}

const countIn = (wire: JsonObject, name: string): number => tokenCount(member(wire, name))

/** Where the answer's own tokens are not told, the total gives them away. */
const writtenTokens = (wire: JsonObject, rest: number): number => {
  const told = countIn(wire, 'candidatesTokenCount')
  return told > 0 ? told : Math.max(0, countIn(wire, 'totalTokenCount') - rest)
}

const modality = (wire: JsonObject, list: string, kind: string): number =>
  objectsIn(wire, list)
    .filter((entry) => textIn(entry, 'modality') === kind)
    .reduce((sum, entry) => sum + countIn(entry, 'tokenCount'), 0)

const details = (all: number, image: number, audio: number): JsonObject[] =>
  [
    { modality: 'TEXT', tokenCount: all - image - audio },
    { modality: 'IMAGE', tokenCount: image },
    { modality: 'AUDIO', tokenCount: audio },
  ].filter((entry) => entry.tokenCount > 0)

const positive = (count: number): number | undefined => (count > 0 ? count : undefined)
