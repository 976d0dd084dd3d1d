import { isObject, type JsonObject, objectAt, textAt } from '../json.ts'

/** What a session says of itself, in the beta's words or in today's; undefined is what it does not say. */
export type RealtimeSession = {
  model: string | undefined
  voice: string | undefined
  /** The model that writes down what is heard: it is paid beside the session's own. */
  transcriptionModel: string | undefined
  instructions: string | undefined
  tools: readonly JsonObject[] | undefined
  maximumOutput: number | undefined
  inputBytesPerSecond: number | undefined
  outputBytesPerSecond: number | undefined
}

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
