import { ProtocolError } from '#protocols/failure.ts'
import { isObject, type JsonObject, objectAt, parseLenient, textAt } from '#protocols/json/json.ts'
import type { Changes, Unframing } from './provider.ts'

const formats: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  pcm: 'audio/pcm',
}
/** Hours of sound. */
const mostBytes = 64 * 1024 * 1024
const brace = 0x7d

const formatOf = ({ response_format: format }: JsonObject): string => (typeof format === 'string' ? format : 'mp3')

/** The same wish in the vendor's own words, whose settings of voice and sound may be told as they are. */
export const speechAsked = (body: JsonObject): Changes => {
  const format = formatOf(body)
  if (formats[format] === undefined) {
    throw new ProtocolError('response_format', 'must be mp3, wav, flac or pcm for this model')
  }
  if (body.stream_format === 'sse') throw new ProtocolError('stream_format', 'must be left away for this model')
  const { input, voice, speed } = body
  return {
    ...{ input: undefined, voice: undefined, speed: undefined, response_format: undefined, instructions: undefined },
    stream_format: undefined,
    text: input,
    stream: false,
    output_format: 'hex',
    voice_setting: {
      ...(voice === undefined ? {} : { voice_id: voice }),
      ...(typeof speed === 'number' ? { speed } : {}),
      ...(isObject(body.voice_setting) ? body.voice_setting : {}),
    },
    audio_setting: { ...(isObject(body.audio_setting) ? body.audio_setting : {}), format },
  }
}

/** Sound comes as letters inside of an object; what is none is passed on as it is, and seen to be no sound. */
export const unframeSpeech = (): Unframing => {
  let waiting: Buffer[] = []
  let total = 0
  const soundIn = (whole: Buffer): Buffer | undefined => {
    const answer = parseLenient(whole.toString('utf8'))
    if (answer === undefined) return undefined
    const letters = textAt(objectAt(answer, 'data'), 'audio') ?? ''
    return letters === '' ? whole : Buffer.from(letters, 'hex')
  }
  const rest = (): Buffer | undefined => {
    const whole = Buffer.concat(waiting)
    waiting = []
    return whole.length === 0 ? undefined : whole
  }
  return {
    push: (chunk) => {
      waiting.push(chunk)
      total += chunk.length
      if (total > mostBytes) return rest()
      if (chunk.at(-1) !== brace) return undefined
      const sound = soundIn(Buffer.concat(waiting))
      if (sound !== undefined) waiting = []
      return sound
    },
    end: rest,
  }
}

export const typeOfSpeech = (body: JsonObject): string => formats[formatOf(body)] ?? 'application/octet-stream'
