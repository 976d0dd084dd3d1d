import type { ToolCalls } from '#pricing/usage.ts'
import { member, objectIn, objectsIn, textIn } from '../gemini-generate/fields.ts'
import { mostSearches, readSearches } from '../gemini-generate/searches.ts'
import { isObject, type JsonObject, parseLenient } from '../json/json.ts'
import { type NamedThing, namedThings } from '../named-things.ts'
import type { ClientReading, RealtimeClientEvent, RealtimeServerEvent, RealtimeSession } from '../realtime.ts'
import { bytesOfSound, withoutSound } from './sound-cut.ts'
import { readLiveUsage } from './usage.ts'

export const readClientMessage = (bytes: Buffer): ClientReading => {
  const cut = withoutSound(bytes)
  const message = parseLenient(cut.toString('utf8'))
  if (!isObject(message)) return { events: [], checked: bytes }
  const heard = Object.keys(message).length === 1 ? objectIn(message, 'realtimeInput') : undefined
  if (heard === undefined) return { events: wordsOf(message), checked: bytes }
  const named = namedThings(message)
  const text = textIn(heard, 'text')
  const events: RealtimeClientEvent[] = [
    ...[objectIn(heard, 'audio'), objectIn(heard, 'video'), ...objectsIn(heard, 'mediaChunks')].flatMap(mediaOf),
    ...(text === undefined && named === undefined ? [] : [words(text ?? '', named)]),
  ]
  return { events, checked: cut }
}

const words = (text: string, named: readonly NamedThing[] | undefined): RealtimeClientEvent => ({
  kind: 'input_text',
  text,
  named,
})

/** Everything but sound: what is to be read, said by the user or by his tools, or what the session is told anew. */
const wordsOf = (message: JsonObject): RealtimeClientEvent[] => {
  const setup = objectIn(message, 'setup')
  if (setup !== undefined) return [{ kind: 'session', session: sessionOf(setup), named: namedThings(setup) }]
  const named = namedThings(message)
  const turns = objectsIn(objectIn(message, 'clientContent'), 'turns').flatMap((turn) => objectsIn(turn, 'parts'))
  const update = objectIn(message, 'contextUpdate')
  const texts = [
    ...turns.map((part) => textIn(part, 'text') ?? ''),
    ...objectsIn(objectIn(message, 'toolResponse'), 'functionResponses').map((each) => JSON.stringify(each)),
    ...(update === undefined ? [] : [JSON.stringify(update)]),
  ]
  return [words(texts.join(''), named), ...turns.flatMap((part) => mediaOf(objectIn(part, 'inlineData')))]
}

/** What a setup says to begin with is read with every turn, and told there: only the first one is counted along. */
const sessionOf = (setup: JsonObject): RealtimeSession => ({
  ...{ model: textIn(setup, 'model'), voice: undefined, transcriptionModel: undefined },
  instructions: [objectIn(setup, 'systemInstruction'), ...objectsIn(setup, 'tools')]
    .map((part) => (part === undefined ? '' : JSON.stringify(part)))
    .join(''),
  ...{ tools: undefined, maximumOutput: undefined, inputBytesPerSecond: undefined, outputBytesPerSecond: undefined },
})

const mediaOf = (blob: JsonObject | undefined): RealtimeClientEvent[] => {
  if (blob === undefined) return []
  return typeOf(blob).startsWith('audio/') ? [{ kind: 'input_audio', ...soundOf(blob) }] : [{ kind: 'input_picture' }]
}

const typeOf = (blob: JsonObject): string => textIn(blob, 'mimeType') ?? ''

/** Two bytes a sample; the type tells how many of these make a second. */
const soundOf = (blob: JsonObject): { bytes: number; bytesPerSecond: number | undefined } => {
  const data = member(blob, 'data')
  const rate = Number(/;\s*rate=(\d+)/.exec(typeOf(blob))?.[1] ?? 0)
  return {
    bytes: typeof data === 'string' ? bytesOfSound(data.length) : typeof data === 'number' ? data : 0,
    bytesPerSecond: rate > 0 ? rate * 2 : undefined,
  }
}

/**
 * Reads what an upstream says. A message may hold words, sound and what they used all at once; figures come with the end
 * of a turn, before it or behind it, and searches are told again and again until then.
 */
export const createServerReader = (model: string): ((bytes: Buffer) => RealtimeServerEvent[]) => {
  let searches: ToolCalls | undefined
  let isTold = false
  return (bytes) => {
    const message = parseLenient(withoutSound(bytes).toString('utf8'))
    if (!isObject(message)) return []
    const content = objectIn(message, 'serverContent')
    if (content !== undefined) {
      searches = mostSearches(searches, readSearches({ candidates: [content], modelVersion: model }))
    }
    const events = [...outputOf(message, content), ...keptOf(message)]
    const usage = readLiveUsage(message)
    if (usage !== undefined) {
      events.push({ kind: 'response_done', id: '', status: 'completed', usage: { ...usage, tools: searches } })
      searches = undefined
      isTold = true
    }
    if (content !== undefined && member(content, 'turnComplete') === true) {
      events.push({ kind: 'turn_done', isTold })
      isTold = false
    }
    return events
  }
}

const outputOf = (message: JsonObject, content: JsonObject | undefined): RealtimeServerEvent[] => {
  const parts = objectsIn(objectIn(content, 'modelTurn'), 'parts')
  const transcript = textIn(objectIn(content, 'outputTranscription'), 'text') ?? ''
  const calls = objectIn(message, 'toolCall')
  const text = parts.map(textOf).join('') + transcript + (calls === undefined ? '' : JSON.stringify(calls))
  const sounds = parts.flatMap((part): RealtimeServerEvent[] => {
    const blob = objectIn(part, 'inlineData')
    return blob === undefined ? [] : [{ kind: 'output_audio', ...soundOf(blob) }]
  })
  return text === '' ? sounds : [...sounds, { kind: 'output_text', text }]
}

const textOf = (part: JsonObject): string => {
  const run = objectIn(part, 'executableCode') ?? objectIn(part, 'codeExecutionResult')
  return (textIn(part, 'text') ?? '') + (run === undefined ? '' : JSON.stringify(run))
}

const keptOf = (message: JsonObject): RealtimeServerEvent[] => {
  const id = textIn(objectIn(message, 'sessionResumptionUpdate'), 'newHandle') ?? ''
  return id === '' ? [] : [{ kind: 'kept', thing: { kind: 'session', id } }]
}
