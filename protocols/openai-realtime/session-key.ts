import { ProtocolError } from '../failure.ts'
import { type JsonObject, objectAt } from '../json/json.ts'
import { namedThings } from '../named-things.ts'
import type { SessionKeyOrder, SessionKeyWish, ToldSessionKey } from '../realtime.ts'
import { readSession } from './session.ts'

/** A key for a browser, good for sessions as they are asked for here: in today's words, or in either of the beta's. */
export const readSessionKeyOrder = (path: string, body: JsonObject): SessionKeyOrder => {
  const isToday = path.endsWith('/client_secrets')
  const session = isToday ? (objectAt(body, 'session') ?? {}) : body
  const isOfBeta = path.endsWith('/transcription_sessions')
  const isTranscription = isOfBeta || session.type === 'transcription'
  const { model, transcriptionModel } = readSession(session)
  const [named] = namedThings({ session }) ?? []
  const wish: SessionKeyWish = {
    model: isTranscription ? transcriptionModel : model,
    isTranscription,
    opening: { type: isOfBeta ? 'transcription_session.update' : 'session.update', session: withoutSecret(session) },
  }
  const seconds = isToday ? secondsIn(body) : usualSeconds.beta
  const tell = (told: ToldSessionKey) => (isToday ? today(wish, told) : beta(path, wish, told))
  return { wish, seconds, named, transcriptionModel: isTranscription ? undefined : transcriptionModel, tell }
}

/** What only the making of a key knows. */
const withoutSecret = ({ client_secret: _, expires_after: __, ...session }: JsonObject): JsonObject => session

const usualSeconds = { today: 600, beta: 60 }
const fewestSeconds = 10
const mostSeconds = 7200

const secondsIn = (body: JsonObject): number => {
  const seconds = objectAt(body, 'expires_after')?.seconds ?? usualSeconds.today
  if (typeof seconds === 'number' && Number.isInteger(seconds) && seconds >= fewestSeconds && seconds <= mostSeconds) {
    return seconds
  }
  throw new ProtocolError('expires_after.seconds', `must be a whole number from ${fewestSeconds} to ${mostSeconds}`)
}

const today = ({ opening, isTranscription }: SessionKeyWish, { id, value, expiresAt }: ToldSessionKey): JsonObject => ({
  value,
  expires_at: expiresAt,
  session: {
    type: isTranscription ? 'transcription' : 'realtime',
    object: isTranscription ? 'realtime.transcription_session' : 'realtime.session',
    id,
    ...opening.session,
  },
})

const beta = (path: string, { opening }: SessionKeyWish, { id, value, expiresAt }: ToldSessionKey): JsonObject => ({
  id,
  object: path.endsWith('/transcription_sessions') ? 'realtime.transcription_session' : 'realtime.session',
  ...opening.session,
  client_secret: { value, expires_at: expiresAt },
})
