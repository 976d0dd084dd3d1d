import { estimateTokens } from '../counting/estimate.ts'
import type { EmbeddingsRequest } from '../embeddings.ts'
import { ProtocolError } from '../failure.ts'
import type { JsonObject } from '../json/json.ts'
import { withoutTag } from '../ollama-chat/models.ts'
import { countField } from '../openai-chat/fields.ts'
import { modelOf, plainOutline } from '../passed-request.ts'
import type { RequestOutline } from '../protocol.ts'

export const outlineRequest = (body: JsonObject): RequestOutline =>
  plainOutline(modelOf(body), {
    otherName: withoutTag(modelOf(body)),
    promptEstimate: textsToEmbed(body).reduce((sum, text) => sum + estimateTokens(text), 0),
  })

/** The older of the two interfaces takes a prompt, and answers with one vector alone. */
export const readRequest = (body: JsonObject): EmbeddingsRequest => ({
  model: modelOf(body),
  inputs: textsToEmbed(body),
  dimensions: countField(body, 'dimensions', mostDimensions),
  encoding: 'float',
  user: undefined,
  task: undefined,
  title: undefined,
  ...(body.input === undefined ? { single: true } : {}),
})

export const textsToEmbed = ({ input, prompt }: JsonObject): string[] => {
  if (input !== undefined && prompt !== undefined) throw new ProtocolError('prompt', 'must not stand beside input')
  const given = input ?? prompt
  const list: unknown[] = Array.isArray(given) ? given : [given]
  if (list.length === 0) throw new ProtocolError('input', 'must be a string or a non-empty array of strings')
  return list.map((text) => {
    if (typeof text !== 'string') throw new ProtocolError('input', 'must be a string or a non-empty array of strings')
    return text
  })
}

const mostDimensions = 65_536 + 1
