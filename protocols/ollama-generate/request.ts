import type { ChatRequest } from '../chat.ts'
import { ProtocolError } from '../failure.ts'
import type { JsonObject } from '../json/json.ts'
import { readImages, readText } from '../ollama-chat/read-messages.ts'
import { readCommon } from '../ollama-chat/read-request.ts'
import { outlineOf } from '../ollama-chat/request.ts'
import type { RequestOutline } from '../protocol.ts'

export const outlineRequest = (body: JsonObject): RequestOutline => outlineOf(readRequest(body))

/** A prompt is a conversation of one message. What goes around the model's own template cannot be told as one. */
export const readRequest = (body: JsonObject): ChatRequest => {
  for (const name of ['suffix', 'template', 'context', 'raw']) {
    if (!saysNothing(body[name])) throw new ProtocolError(name, 'must be left away here')
  }
  const parts = [...readText(body, 'prompt'), ...readImages(body)]
  // To load a model means nothing here: it is there already.
  if (parts.length === 0) throw new ProtocolError('prompt', 'must be a non-empty string')
  return { ...readCommon(body), system: readText(body, 'system'), messages: [{ role: 'user', parts }] }
}

const saysNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0)
