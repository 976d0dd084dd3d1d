import type { ChatRequest } from '../chat.ts'
import { ProtocolError } from '../failure.ts'
import type { JsonObject } from '../json/json.ts'
import { readImages, readText } from '../ollama-chat/read-messages.ts'
import { readCommon } from '../ollama-chat/read-request.ts'
import { outlineOf } from '../ollama-chat/request.ts'
import { flagField } from '../openai-chat/fields.ts'
import type { RequestOutline } from '../protocol.ts'

export const outlineRequest = (body: JsonObject): RequestOutline => outlineOf(readRequest(body))

/**
 * A prompt is a conversation of one message, also a raw one, around which nothing is to be written: how a model is told
 * turns is its upstream's business here. What goes around the model's own template otherwise cannot be told.
 */
export const readRequest = (body: JsonObject): ChatRequest => {
  for (const name of ['suffix', 'template', 'context']) {
    if (!saysNothing(body[name])) throw new ProtocolError(name, 'must be left away here')
  }
  const system = readText(body, 'system')
  if (flagField(body, 'raw') === true && system.length > 0) throw new ProtocolError('system', 'must not go with raw')
  const parts = [...readText(body, 'prompt'), ...readImages(body)]
  return { ...readCommon(body), system, messages: parts.length === 0 ? [] : [{ role: 'user', parts }] }
}

const saysNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0)
