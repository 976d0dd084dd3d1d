import { type Usage, usageOf } from '#pricing/usage.ts'
import { audioSeconds, tellsLength } from '../counting/audio-duration.ts'
import { estimateTokens } from '../counting/estimate.ts'
import { tokensOfHeardSecond } from '../counting/reckoning.ts'
import { ProtocolError } from '../failure.ts'
import { isFormBody, setFormField } from '../form.ts'
import { type JsonObject, textAt } from '../json/json.ts'
import { amendModel, flagOf, modelOf, plainOutline } from '../passed-request.ts'
import type { FormSource, RequestOutline } from '../protocol.ts'

/** What one minute of sound counts as where a model is priced by time. */
const tokensOfMinute = 1000

/** Newer models are priced by the tokens of what they hear and write, all others by time. */
const pricedByToken = /transcribe/

/** Nobody speaks faster. */
const mostWrittenOfSecond = 5

export const outlineRequest = (body: JsonObject, form: FormSource | undefined): RequestOutline => {
  const model = modelOf(body)
  const file = form?.files.find((each) => each.name === 'file')
  if (form === undefined || file === undefined) throw new ProtocolError('file', 'must be sent as a file of a form')
  const recording = form.bytes.subarray(file.start, file.end)
  const seconds = audioSeconds(recording)
  const { prompt } = body
  const knownUsage = pricedByToken.test(model)
    ? usageByToken(seconds, typeof prompt === 'string' ? estimateTokens(prompt) : 0)
    : usageByTime(seconds)
  return plainOutline(model, {
    stream: flagOf(body, 'stream'),
    promptEstimate: knownUsage.input + knownUsage.audioInput,
    knownUsage,
    format: textAt(body, 'response_format'),
    ...(tellsLength(recording) ? {} : { lengthUnread: true }),
  })
}

/**
 * Plain text tells no usage, JSON does: so JSON is asked for, and the text is told out of it. Where only the upstream
 * knows how long the recording is, the form is asked for that says so. Forms with times in them are left alone.
 */
export const amendRequest = (
  bytes: Buffer,
  body: JsonObject,
  outline: RequestOutline,
  upstreamModel: string,
): Buffer => {
  const amended = amendModel(bytes, body, outline, upstreamModel)
  if (!isFormBody(amended)) return amended
  if (asksLength(outline) && !pricedByToken.test(upstreamModel)) {
    return setFormField(amended, 'response_format', 'verbose_json')
  }
  return isPlain(outline) ? setFormField(amended, 'response_format', 'json') : amended
}

/** Whether the answer is wanted in a form that says no more than words, though its length is to be known. */
export const asksLength = ({ format = 'json', stream, lengthUnread }: RequestOutline): boolean =>
  lengthUnread === true && !stream && (format === 'json' || format === 'text')

/** Whether the words alone are wanted, with nothing around them. */
export const isPlain = ({ format, stream }: RequestOutline): boolean => format === 'text' && !stream

export const usageByTime = (seconds: number): Usage =>
  usageOf({ input: Math.round((Math.ceil(seconds) / 60) * tokensOfMinute) })

const usageByToken = (seconds: number, prompt: number): Usage =>
  usageOf({
    input: prompt,
    audioInput: Math.ceil(seconds * tokensOfHeardSecond),
    output: Math.ceil(seconds * mostWrittenOfSecond),
  })
