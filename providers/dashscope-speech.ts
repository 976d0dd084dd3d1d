import { ProtocolError } from '#protocols/failure.ts'
import { type JsonObject, objectAt, parseLenient, textAt } from '#protocols/json/json.ts'
import { EventSplitter, eachEvent, eventData } from '#protocols/sse.ts'
import { cosyVoiceRoute } from './dashscope-cosyvoice.ts'
import { picturesPath } from './dashscope-pictures.ts'
import type { Changes, Route, Unframing } from './provider.ts'

type OwnRoute = (address: string, model: string, dialect: Route['dialect']) => Route

/** Voices of one family are spoken to over a line, the others asked in a call. */
export const speechRoute = (place: string, model: string, ownRoute: OwnRoute): Route => {
  if (/-realtime/.test(model)) throw new ProtocolError('model', 'is not served in this way by its channel')
  if (model.startsWith('cosyvoice')) return cosyVoiceRoute(ownRoute, place, model)
  const route = ownRoute(place + picturesPath, model, 'openai-speech')
  return {
    ...route,
    changes: speechAsked,
    unframe: unframeSpeech,
    unframedType: (body) => (isBare(body) ? 'audio/pcm' : 'audio/wav'),
  }
}

/** Sound without a head: whoever asks for it knows how it is sampled. */
const isBare = ({ response_format: format }: JsonObject): boolean => format === 'pcm'

const ownMembers = ['language_type', 'optimize_instructions'] as const

const speechAsked = (body: JsonObject): Changes => {
  const { input: text, voice, instructions, response_format: format } = body
  if (format !== undefined && format !== 'wav' && format !== 'pcm') {
    throw new ProtocolError('response_format', 'must be wav or pcm for this model')
  }
  if (body.stream_format === 'sse') throw new ProtocolError('stream_format', 'must be left away for this model')
  const own = Object.fromEntries(ownMembers.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])))
  return {
    ...{ voice: undefined, response_format: undefined, speed: undefined, stream_format: undefined },
    ...{ instructions: undefined, language_type: undefined, optimize_instructions: undefined },
    input: {
      text,
      ...(voice === undefined ? {} : { voice }),
      ...(instructions === undefined ? {} : { instructions }),
      ...own,
    },
  }
}

/** Sound comes as letters in events; what is none is passed on as it is, and seen to be no sound. */
const unframeSpeech = (body: JsonObject = {}): Unframing => {
  const splitter = new EventSplitter()
  let hasSpoken = false
  const soundIn = (events: Buffer | undefined): Buffer | undefined => {
    if (events === undefined) return undefined
    const pieces = [...eachEvent(events)].flatMap((event) => {
      const data = eventData(event)
      if (data === undefined) return []
      const letters = textAt(objectAt(objectAt(parseLenient(data), 'output'), 'audio'), 'data') ?? ''
      if (letters === '') return isWords(data) && !hasSpoken ? [Buffer.from(data)] : []
      const sound = Buffer.from(letters, 'base64')
      const isFirst = !hasSpoken
      hasSpoken = true
      return isFirst ? headed(sound, isBare(body)) : [sound]
    })
    return pieces.length === 0 ? undefined : Buffer.concat(pieces)
  }
  /** An object in the place of events is an error. */
  let isObject: boolean | undefined
  return {
    push: (chunk) => {
      isObject ??= chunk[0] === openBrace
      return isObject ? chunk : soundIn(splitter.push(chunk))
    },
    end: () => soundIn(splitter.end()),
  }
}

const openBrace = 0x7b

/** An error, in the place of sound. */
const isWords = (data: string): boolean => (textAt(parseLenient(data), 'code') ?? '') !== ''

const samplesPerSecond = 24_000
const bytesPerSample = 2
const lengthOfHead = 44

/** Some begin with a head of their own, others are bare. */
const headed = (sound: Buffer, bare: boolean): Buffer[] => {
  const hasHead = sound.toString('latin1', 0, 4) === 'RIFF'
  if (bare) return [hasHead ? sound.subarray(lengthOfHead) : sound]
  return hasHead ? [sound] : [headOfWav(), sound]
}

/** How long the sound will be nobody knows yet: the largest number there is says so. */
const headOfWav = (): Buffer => {
  const head = Buffer.alloc(lengthOfHead)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(0xffffffff, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(samplesPerSecond, 24)
  head.writeUInt32LE(samplesPerSecond * bytesPerSample, 28)
  head.writeUInt16LE(bytesPerSample, 32)
  head.writeUInt16LE(bytesPerSample * 8, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(0xffffffff, 40)
  return head
}
