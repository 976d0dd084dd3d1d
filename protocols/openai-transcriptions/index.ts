import { audioSeconds } from '../audio-duration.ts'
import { type JsonObject, objectAt, parseLenient } from '../json.ts'
import { readError, writeError, writeErrorEvent } from '../openai-chat/error.ts'
import { amendModel, flagOf, modelOf, plainOutline } from '../passed-request.ts'
import { tapBytes, tapEvents } from '../passed-stream.ts'
import { type FormSource, type Protocol, ProtocolError, type RequestOutline } from '../protocol.ts'
import { tokenCount, type Usage, usageOf } from '../usage.ts'

/** Text out of speech, in its own language or in English: a form with a file, answers in JSON or plain text. */
export const openaiTranscriptions: Protocol = {
  name: 'openai-transcriptions',
  common: undefined,
  answers: 'text',
  writesNothing: true,
  request: { outline: (body, form) => outlineRequest(body, form), amend: amendModel },
  reply: { usage: (bytes) => readUsage(parseLenient(bytes.toString('utf8'))) },
  stream: { tap: (outline) => (outline.stream ? tapEvents(readUsage) : tapBytes()) },
  error: { read: readError, write: writeError, event: writeErrorEvent },
}

/** What one minute of sound counts as where a model is priced by time. */
const tokensOfMinute = 1000

const outlineRequest = (body: JsonObject, form: FormSource | undefined): RequestOutline => {
  const model = modelOf(body)
  const file = form?.files.find((each) => each.name === 'file')
  if (form === undefined || file === undefined) throw new ProtocolError('file', 'must be sent as a file of a form')
  const tokens = tokensOfSeconds(audioSeconds(form.bytes.subarray(file.start, file.end)))
  return plainOutline(model, {
    stream: flagOf(body, 'stream'),
    promptEstimate: tokens,
    knownUsage: usageOf({ input: tokens }),
  })
}

const tokensOfSeconds = (seconds: number): number => Math.round((Math.ceil(seconds) / 60) * tokensOfMinute)

/** Newer models tell tokens, older ones seconds. */
const readUsage = (answer: unknown): Usage | undefined => {
  const wire = objectAt(answer, 'usage')
  if (wire === undefined) return undefined
  if (wire.type === 'duration') return usageOf({ input: tokenCount(tokensOfSeconds(tokenCount(wire.seconds))) })
  const details = objectAt(wire, 'input_token_details')
  const input = tokenCount(wire.input_tokens)
  const audioInput = Math.min(tokenCount(details?.audio_tokens), input)
  const output = tokenCount(wire.output_tokens)
  return input + output === 0 ? undefined : usageOf({ input: input - audioInput, audioInput, output })
}
