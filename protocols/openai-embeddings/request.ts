import { estimateTokens, pictureEstimate } from '../counting/estimate.ts'
import type { EmbeddingsRequest } from '../embeddings.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject } from '../json/json.ts'
import { modelOf, plainOutline } from '../passed-request.ts'
import type { RequestOutline } from '../protocol.ts'
import { readTask } from './task.ts'

export const outlineRequest = (body: JsonObject): RequestOutline =>
  plainOutline(modelOf(body), {
    format: typeof body.encoding_format === 'string' ? body.encoding_format : undefined,
    promptEstimate: inputsOf(body).reduce<number>((sum, input) => sum + estimateInput(input), 0),
  })

export const readRequest = (body: JsonObject): EmbeddingsRequest => ({
  model: modelOf(body),
  inputs: inputsOf(body).map(readInput),
  dimensions: dimensionsOf(body),
  encoding: encodingOf(body),
  user: typeof body.user === 'string' ? body.user : undefined,
  task: readTask(body),
  title: undefined,
})

/** What the vectors are for, and a title, have no member that all of these vendors know. */
export const writeRequest = (request: EmbeddingsRequest, target: { model: string }): JsonObject => ({
  model: target.model,
  input: request.inputs,
  ...(request.dimensions === undefined ? {} : { dimensions: request.dimensions }),
  ...(request.user === undefined ? {} : { user: request.user }),
})

/** One input or several; a plain list of numbers is one input that the client has cut into tokens. */
const inputsOf = ({ input }: JsonObject): readonly unknown[] => {
  if (typeof input === 'string') return [input]
  if (!Array.isArray(input) || input.length === 0) {
    throw new ProtocolError('input', 'must be a string or a non-empty array')
  }
  return input.every((each) => typeof each === 'number') ? [input] : input
}

/** Words, tokens, or for some models an object with words and a picture. */
const estimateInput = (input: unknown): number => {
  if (typeof input === 'string') return estimateTokens(input)
  if (Array.isArray(input)) return input.length
  if (!isObject(input)) return 0
  const { text, ...others } = input
  const words = typeof text === 'string' ? estimateTokens(text) : 0
  return words + Object.keys(others).length * pictureEstimate
}

/** The words alone: a picture in its letters is none. */
export const textsToEmbed = (body: JsonObject): string[] =>
  inputsOf(body).flatMap((input) => {
    const text = isObject(input) ? input.text : input
    return typeof text === 'string' ? [text] : []
  })

const readInput = (input: unknown, index: number): string | readonly number[] => {
  if (typeof input === 'string') return input
  if (Array.isArray(input) && input.length > 0 && input.every((token) => Number.isInteger(token) && token >= 0)) {
    return input
  }
  if (isObject(input) && typeof input.text === 'string') return input.text
  throw new ProtocolError(`input[${index}]`, 'must be a string or an array of tokens')
}

const dimensionsOf = ({ dimensions }: JsonObject): number | undefined => {
  if (dimensions === undefined || dimensions === null) return undefined
  if (typeof dimensions !== 'number' || !Number.isInteger(dimensions) || dimensions < 1 || dimensions > 65_536) {
    throw new ProtocolError('dimensions', 'must be a whole number between 1 and 65536')
  }
  return dimensions
}

const encodingOf = ({ encoding_format: encoding }: JsonObject): 'float' | 'base64' => {
  if (encoding === undefined || encoding === null || encoding === 'float') return 'float'
  if (encoding === 'base64') return encoding
  throw new ProtocolError('encoding_format', 'must be float or base64')
}
