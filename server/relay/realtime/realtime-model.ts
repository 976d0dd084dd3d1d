import { isObject, type JsonObject, objectAt, parseLenient } from '#protocols/json/json.ts'
import type { Message } from './realtime-side.ts'

/** What a client says of its session, with the model as its upstream knows it. */
export const renamed = (message: Message, model: string): Message =>
  withSession(message, (session) => ({ ...session, model }))

/** Today's sessions name the model that writes down inside of what is heard, those of the beta beside it. */
export const transcribedBy = (message: Message, model: string): Message =>
  withSession(message, (session) => {
    const audio = objectAt(session, 'audio')
    const input = objectAt(audio, 'input')
    const transcription = objectAt(input, 'transcription')
    if (transcription !== undefined) {
      return { ...session, audio: { ...audio, input: { ...input, transcription: { ...transcription, model } } } }
    }
    return { ...session, input_audio_transcription: { ...objectAt(session, 'input_audio_transcription'), model } }
  })

const withSession = ({ data, isBinary }: Message, change: (session: JsonObject) => JsonObject): Message => {
  const event = parseLenient(data.toString('utf8'))
  const session = objectAt(event, 'session')
  if (!isObject(event) || session === undefined) return { data, isBinary }
  return { data: Buffer.from(JSON.stringify({ ...event, session: change(session) })), isBinary }
}
