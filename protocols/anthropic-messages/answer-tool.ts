import type { ChatRequest } from '../chat.ts'
import { isObject, parseLenient } from '../json/json.ts'

/**
 * Models that cannot be held to a schema are made to call a tool of that schema; its input is the answer. The name is
 * one the client gave none of its own tools, so that a reader knows the call for what it is.
 */
export const answerToolName = (request: ChatRequest | undefined): string | undefined => {
  if (request?.outputFormat?.kind !== 'schema') return undefined
  let name = 'json'
  while (request.tools.some((tool) => tool.name === name)) name += '_'
  return name
}

/** A tool that takes free text has one field here. */
export const freeTextSchema = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
}

export const wrapFreeText = (text: string) => ({ input: text })

export const unwrapFreeText = (json: string): string => {
  const parsed = parseLenient(json)
  return isObject(parsed) && typeof parsed.input === 'string' ? parsed.input : json
}
