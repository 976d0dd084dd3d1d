import { isObject, type JsonObject, objectAt, parseLenient, textAt } from '../json/json.ts'
import { type NamedThing, namedThings } from '../named-things.ts'
import { problemOf } from '../openai-responses/error.ts'
import type { RealtimeClientEvent, RealtimeServerEvent } from '../realtime.ts'
import { readSession } from './session.ts'
import { readResponseUsage, readTranscriptionUsage } from './usage.ts'

export const readClientEvent = (bytes: Buffer): RealtimeClientEvent => {
  const sound = appendedSound(bytes)
  if (sound !== undefined) return { kind: 'input_audio', bytes: sound }
  const event = parseLenient(bytes.toString('utf8'))
  if (!isObject(event)) return { kind: 'other' }
  switch (event.type) {
    case 'session.update':
    case 'transcription_session.update':
      return { kind: 'session', session: readSession(objectAt(event, 'session') ?? {}), named: namedIn(event) }
    case 'conversation.item.create':
      return { kind: 'input_text', text: textOfItem(objectAt(event, 'item')), named: namedIn(event) }
    case 'response.create':
      return { kind: 'response_wanted', text: textOfResponse(objectAt(event, 'response')), named: namedIn(event) }
    default:
      return { kind: 'other' }
  }
}

/** What is kept beyond the session: its own items and answers are its own. */
const namedIn = (event: JsonObject): readonly NamedThing[] | undefined =>
  namedThings(event)?.filter(({ kind }) => kind !== 'item' && kind !== 'response')

export const readServerEvent = (bytes: Buffer): RealtimeServerEvent => {
  const sound = soundOf(bytes, outputSound, '"delta"')
  if (sound !== undefined) return { kind: 'output_audio', bytes: sound }
  const event = parseLenient(bytes.toString('utf8'))
  if (!isObject(event)) return { kind: 'other' }
  switch (event.type) {
    case 'session.created':
    case 'session.updated':
    case 'transcription_session.created':
    case 'transcription_session.updated':
      return { kind: 'session', session: readSession(objectAt(event, 'session') ?? {}) }
    case 'response.text.delta':
    case 'response.output_text.delta':
    case 'response.audio_transcript.delta':
    case 'response.output_audio_transcript.delta':
    case 'response.function_call_arguments.delta':
      return { kind: 'output_text', text: textAt(event, 'delta') ?? '' }
    case 'conversation.item.input_audio_transcription.completed':
      return { kind: 'transcription', usage: readTranscriptionUsage(event) }
    case 'response.done': {
      const response = objectAt(event, 'response')
      const id = textAt(response, 'id') ?? ''
      return { kind: 'response_done', id, status: textAt(response, 'status') ?? '', usage: readResponseUsage(event) }
    }
    case 'error':
      return { kind: 'error', problem: problemOf(event) }
    default:
      return { kind: 'other' }
  }
}

const outputSound = /"type"\s*:\s*"response\.(?:output_)?audio\.delta"/

/**
 * The sound of a message that holds nothing else. Clients are not believed any further: a message that looks like sound
 * in one place and like something else in another is read as a whole.
 */
const appendedSound = (bytes: Buffer): number | undefined => {
  const key = bytes.indexOf('"audio"')
  if (key < 0 || key > headLength) return undefined
  const start = bytes.indexOf(0x22, key + 7)
  const end = start < 0 ? -1 : bytes.indexOf(0x22, start + 1)
  if (end < 0 || start > headLength || bytes.length - end > headLength) return undefined
  const around = `${bytes.toString('latin1', 0, start)}0${bytes.toString('latin1', end + 1)}`
  const types = around.match(/"type"/g)
  return types?.length === 1 && soundAlone.test(around) ? bytesOfSound(start, end) : undefined
}

/** A message without its sound, in whatever order its members stand. */
const soundAlone =
  /^\s*\{\s*(?:(?:"type"\s*:\s*"input_audio_buffer\.append"|"event_id"\s*:\s*"[\w.-]*"|"audio"\s*:\s*0)\s*(?:,\s*(?!\})|(?=\}))){2,3}\}\s*$/

const bytesOfSound = (start: number, end: number): number => Math.floor(((end - start - 1) * 3) / 4)

/** Sound is most of what flows and comes in long messages: how much it is can be told without parsing them. */
const soundOf = (bytes: Buffer, type: RegExp, key: string): number | undefined => {
  if (
    !type.test(bytes.toString('latin1', 0, headLength)) &&
    !type.test(bytes.toString('latin1', bytes.length - headLength))
  ) {
    return undefined
  }
  const at = bytes.indexOf(key)
  const start = at < 0 ? -1 : bytes.indexOf(0x22, at + key.length)
  const end = start < 0 ? -1 : bytes.indexOf(0x22, start + 1)
  return end < 0 ? 0 : bytesOfSound(start, end)
}

/** The type stands at the beginning, or after the sound at the end. */
const headLength = 300

const textOfResponse = (response: JsonObject | undefined): string => {
  const input = Array.isArray(response?.input) ? response.input.filter(isObject) : []
  return [textAt(response, 'instructions') ?? '', ...input.map(textOfItem)].join('')
}

const textOfItem = (item: JsonObject | undefined): string => {
  const content = Array.isArray(item?.content) ? item.content : []
  const texts = content.map((part) => textAt(part, 'text') ?? '')
  return [...texts, textAt(item, 'output') ?? '', textAt(item, 'arguments') ?? ''].join('')
}
