import { parseLenient, textAt } from '../json.ts'

/** One event as this dialect streams it, from the JSON text that clouds with a framing of their own carry it in. */
export const anthropicEventBytes = (json: Buffer): Buffer => {
  const type = textAt(parseLenient(json.toString('utf8')), 'type') ?? 'message'
  return Buffer.concat([Buffer.from(`event: ${type}\ndata: `), json, Buffer.from('\n\n')])
}
