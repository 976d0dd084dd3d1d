import { isObject, type JsonObject, objectAt, textAt } from '../json/json.ts'
import type { RealtimeSession } from '../realtime.ts'

export const readSession = (session: JsonObject): RealtimeSession => {
  const audio = objectAt(session, 'audio')
  const input = objectAt(audio, 'input')
  const output = objectAt(audio, 'output')
  const maximumOutput = session.max_output_tokens ?? session.max_response_output_tokens
  return {
    model: textAt(session, 'model'),
    voice: textAt(output, 'voice') ?? textAt(session, 'voice'),
    transcriptionModel: textAt(
      objectAt(input, 'transcription') ?? objectAt(session, 'input_audio_transcription'),
      'model',
    ),
    instructions: textAt(session, 'instructions'),
    tools: Array.isArray(session.tools) ? session.tools.filter(isObject) : undefined,
    maximumOutput: typeof maximumOutput === 'number' && maximumOutput > 0 ? maximumOutput : undefined,
    inputBytesPerSecond: bytesPerSecond(input?.format ?? session.input_audio_format),
    outputBytesPerSecond: bytesPerSecond(output?.format ?? session.output_audio_format),
  }
}

const samplesPerSecond = 24_000
const telephone = 8000

const bytesPerSecond = (format: unknown): number | undefined => {
  const name = typeof format === 'string' ? format : textAt(format, 'type')
  switch (name) {
    case 'pcm16':
    case 'audio/pcm': {
      const rate = isObject(format) ? format.rate : undefined
      return 2 * (typeof rate === 'number' && rate > 0 ? rate : samplesPerSecond)
    }
    case 'g711_ulaw':
    case 'g711_alaw':
    case 'audio/pcmu':
    case 'audio/pcma':
      return telephone
    default:
      return undefined
  }
}
