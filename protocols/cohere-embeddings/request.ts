import { estimateTokens } from '../counting/estimate.ts'
import type { EmbeddingsRequest } from '../embeddings.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject } from '../json/json.ts'
import { countField } from '../openai-chat/fields.ts'
import { modelOf, plainOutline } from '../passed-request.ts'
import type { RequestOutline } from '../protocol.ts'

const mostDimensions = 65_536

/** What the vectors are for, in the words of the common form. */
const tasks: Readonly<Record<string, string>> = {
  search_document: 'RETRIEVAL_DOCUMENT',
  search_query: 'RETRIEVAL_QUERY',
  classification: 'CLASSIFICATION',
  clustering: 'CLUSTERING',
}

export const outlineRequest = (body: JsonObject): RequestOutline =>
  plainOutline(modelOf(body), {
    promptEstimate: textsToEmbed(body).reduce((sum, text) => sum + estimateTokens(text), 0),
  })

export const readRequest = (body: JsonObject): EmbeddingsRequest => ({
  model: modelOf(body),
  inputs: textsToEmbed(body),
  dimensions: countField(body, 'output_dimension', mostDimensions),
  encoding: encodingOf(body),
  user: undefined,
  task: typeof body.input_type === 'string' ? tasks[body.input_type] : undefined,
  title: undefined,
})

/** In a list of their own, or each among the parts of an input. */
export const textsToEmbed = ({ texts, inputs, images }: JsonObject): string[] => {
  const listed = texts ?? (Array.isArray(inputs) ? inputs.map(textOf) : undefined)
  if (images !== undefined) throw new ProtocolError('images', 'must be left away for this model')
  if (!Array.isArray(listed) || listed.length === 0) throw new ProtocolError('texts', 'must be a non-empty array')
  return listed.map((text: unknown) => {
    if (typeof text !== 'string') throw new ProtocolError('texts', 'must hold nothing but text')
    return text
  })
}

const textOf = (input: unknown): string => {
  const parts = isObject(input) && Array.isArray(input.content) ? input.content : []
  return parts
    .map((part: unknown) => {
      if (isObject(part) && part.type === 'text' && typeof part.text === 'string') return part.text
      throw new ProtocolError('inputs', 'must hold nothing but text')
    })
    .join('\n')
}

/** Shorter kinds of numbers are made by the models of one vendor alone. */
const encodingOf = ({ embedding_types: types }: JsonObject): 'float' | 'base64' => {
  if (types === undefined || types === null) return 'float'
  const [type, ...more] = Array.isArray(types) ? types : []
  if ((type !== 'float' && type !== 'base64') || more.length > 0) {
    throw new ProtocolError('embedding_types', 'must be float or base64 here')
  }
  return type
}
