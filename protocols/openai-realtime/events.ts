import { isObject, type JsonObject, objectAt, parseLenient, textAt } from '../json.ts'
import { problemOf } from '../openai-responses/error.ts'
import type { RealtimeClientEvent, RealtimeServerEvent } from '../realtime.ts'
import { readSession } from './session.ts'
import { readResponseUsage, readTranscriptionUsage } from './usage.ts'

export const readClientEvent = (bytes: Buffer): RealtimeClientEvent => {
  const sound = soundOf(bytes, inputSound, '"audio"')
  if (sound !== undefined) return { kind: 'input_audio', bytes: sound }
  const event = parseLenient(bytes.toString('utf8'))
  if (!isObject(event)) return { kind: 'other' }
  switch (event.type) {
    case 'session.update':
    case 'transcription_session.update':
      return { kind: 'session', session: readSession(objectAt(event, 'session') ?? {}) }
    case 'conversation.item.create':
      return { kind: 'input_text', text: textOfItem(objectAt(event, 'item')) }
    case 'response.create':
      return { kind: 'response_wanted', text: textOfResponse(objectAt(event, 'response')) }
    default:
      return { kind: 'other' }
  }
}

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

const inputSound = /"type"\s*:\s*"input_audio_buffer\.append"/
const outputSound = /"type"\s*:\s*"response\.(?:output_)?audio\.delta"/

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
  return end < 0 ? 0 : Math.floor(((end - start - 1) * 3) / 4)
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
