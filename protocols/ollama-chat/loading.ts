import type { JsonObject } from '../json/json.ts'

type Ready = (body: JsonObject, seconds: number) => JsonObject | undefined

/** A conversation without messages, which nobody answers: the model is to be loaded, or let go. */
export const readyForChat: Ready = (body, seconds) =>
  Array.isArray(body.messages) && body.messages.length > 0
    ? undefined
    : { ...loadedAt(body, seconds), message: { role: 'assistant', content: '' } }

/** The same of a prompt. */
export const readyForPrompt: Ready = (body, seconds) => {
  const hasPictures = Array.isArray(body.images) && body.images.length > 0
  const isAsked = hasPictures || (body.prompt !== undefined && body.prompt !== null && body.prompt !== '')
  return isAsked ? undefined : { ...loadedAt(body, seconds), response: '' }
}

/** The model is somebody else's to load. Whoever wants to keep it for no time at all lets it go. */
const loadedAt = ({ model, keep_alive: kept }: JsonObject, seconds: number): JsonObject => ({
  model,
  created_at: new Date(seconds * 1000).toISOString(),
  done: true,
  done_reason: kept === 0 || (typeof kept === 'string' && /^0+[a-z]*$/.test(kept)) ? 'unload' : 'load',
})
