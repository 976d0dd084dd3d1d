import { randomUUID } from 'node:crypto'
import { ProtocolError } from '#protocols/failure.ts'
import { isObject, type JsonObject, objectAt, parseLenient, textAt } from '#protocols/json/json.ts'
import type { Changes, Route, Talk } from './provider.ts'

type OwnRoute = (address: string, model: string, dialect: Route['dialect']) => Route

const linePath = '/api-ws/v1/inference'
const formats: Readonly<Record<string, string>> = { mp3: 'audio/mpeg', wav: 'audio/wav', pcm: 'audio/pcm' }
/** So much one message may hold. */
const longestPiece = 20_000
const ownParameters = ['sample_rate', 'volume', 'pitch', 'enable_ssml', 'language_hints', 'seed'] as const

/** Text is told in messages over a line, and sound comes back between those that answer. */
export const cosyVoiceRoute = (ownRoute: OwnRoute, place: string, model: string): Route => ({
  ...ownRoute(place + linePath, model, 'openai-speech'),
  changes: refuseUnspoken,
  webSocket: { isLast: (message) => eventOf(message) === 'task-finished', talk: talkAbout },
})

const formatOf = ({ response_format: format }: JsonObject): string => (typeof format === 'string' ? format : 'mp3')

const refuseUnspoken = (body: JsonObject): Changes => {
  if (formats[formatOf(body)] === undefined) {
    throw new ProtocolError('response_format', 'must be mp3, wav or pcm for this model')
  }
  if (body.stream_format === 'sse') throw new ProtocolError('stream_format', 'must be left away for this model')
  return {}
}

const eventOf = (message: string): string | undefined => textAt(objectAt(parseLenient(message), 'header'), 'event')

const talkAbout = (bytes: Buffer): Talk => {
  const parsed = parseLenient(bytes.toString('utf8'))
  const body = isObject(parsed) ? parsed : {}
  const { model, input: text, voice, speed: rate, instructions: instruction } = body
  const task_id = randomUUID()
  const say = (action: string, payload: JsonObject): string =>
    JSON.stringify({ header: { action, task_id, streaming: 'duplex' }, payload })
  const parameters = {
    text_type: 'PlainText',
    ...(voice === undefined ? {} : { voice }),
    format: formatOf(body),
    ...(typeof rate === 'number' ? { rate } : {}),
    ...(instruction === undefined ? {} : { instruction }),
    ...Object.fromEntries(ownParameters.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]]))),
  }
  const kind = { task_group: 'audio', task: 'tts', function: 'SpeechSynthesizer' }
  const said = [
    ...piecesOf(typeof text === 'string' ? text : '').map((piece) => say('continue-task', { input: { text: piece } })),
    say('finish-task', { input: {} }),
  ]
  return {
    first: say('run-task', { ...kind, model, parameters, input: {} }),
    sayTo: (message) => (eventOf(message) === 'task-started' ? said : []),
    type: formats[formatOf(body)] ?? 'application/octet-stream',
    problemIn,
  }
}

const piecesOf = (text: string): string[] => {
  const signs = [...text]
  const pieces: string[] = []
  for (let from = 0; from < signs.length; from += longestPiece) {
    pieces.push(signs.slice(from, from + longestPiece).join(''))
  }
  return pieces
}

/** Its kinds by how they begin; whatever else fails has failed at the vendor. */
const statuses: readonly (readonly [kind: RegExp, status: number])[] = [
  [/^(?:InvalidApiKey|Unauthorized)/, 401],
  [/^(?:AccessDenied|Arrearage)/, 403],
  [/^ModelNotFound/, 404],
  [/^(?:Throttling|RateQuota|AllocationQuota)/i, 429],
  [/^(?:Invalid|DataInspection|BadRequest|Missing)/, 400],
]

const problemIn = (message: string): { status: number; body: string } | undefined => {
  const header = objectAt(parseLenient(message), 'header')
  if (textAt(header, 'event') !== 'task-failed') return undefined
  const code = textAt(header, 'error_code') ?? 'task-failed'
  const status = statuses.find(([kind]) => kind.test(code))?.[1] ?? 502
  return { status, body: JSON.stringify({ code, message: textAt(header, 'error_message') ?? code }) }
}
