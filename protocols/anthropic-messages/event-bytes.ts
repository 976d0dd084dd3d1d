import { type JsonObject, textAt } from '../json/json.ts'

/** One event as this dialect streams it, for clouds that carry the events in a framing of their own. */
export const anthropicEventBytes = (event: JsonObject): Buffer =>
  Buffer.from(`event: ${textAt(event, 'type') ?? 'message'}\ndata: ${JSON.stringify(event)}\n\n`)
