import { tokenCount, type Usage, usageOf } from '#pricing/usage.ts'
import { estimateTokens } from '../counting/estimate.ts'
import { type Reckoned, tokensOfHeardSecond } from '../counting/reckoning.ts'
import { isObject, type JsonObject, objectAt, parseLenient } from '../json/json.ts'
import type { RequestOutline } from '../protocol.ts'
import { asksLength, isPlain, usageByTime } from './request.ts'

/** Newer models tell tokens. */
export const readUsage = (answer: unknown): Usage | undefined => {
  const wire = objectAt(answer, 'usage')
  const details = objectAt(wire, 'input_token_details')
  const input = tokenCount(wire?.input_tokens)
  const output = tokenCount(wire?.output_tokens)
  if (input + output === 0) return undefined
  const audioInput = Math.min(tokenCount(details?.audio_tokens), input)
  return usageOf({ input: input - audioInput, audioInput, output })
}

/** Older ones tell the seconds they heard, as their usage or beside their words. */
export const readSeconds = (answer: unknown): number | undefined => {
  const told = [objectAt(answer, 'usage')?.seconds, isObject(answer) ? answer.duration : undefined]
  return told.map(secondsOf).find((seconds) => seconds > 0)
}

/** Beyond this a figure is a mistake, whatever it is multiplied by. */
const mostSeconds = 1e12

const secondsOf = (value: unknown): number => {
  const seconds = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof seconds === 'number' && seconds > 0 ? Math.min(seconds, mostSeconds) : 0
}

export const readReplyUsage = (bytes: Buffer): Usage | undefined => readUsage(objectOf(bytes))

export const reckonReply = (bytes: Buffer, outline: RequestOutline): Reckoned => {
  const told = objectOf(bytes)
  const text = typeof told?.text === 'string' ? told.text : bytes.toString('utf8')
  const seconds = readSeconds(told) ?? (outline.lengthUnread === true ? lastTime(text) : undefined)
  return reckonWords(outline, text, seconds)
}

/** Where the last of subtitles ends. */
const lastTime = (text: string): number | undefined => {
  const [, hours = '0', minutes, seconds] =
    /.*-->\s*(?:(\d{1,4}):)?(\d\d):(\d\d[.,]\d{1,3})/s.exec(text.slice(-longestSubtitle)) ?? []
  if (minutes === undefined || seconds === undefined) return undefined
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'))
}

const longestSubtitle = 4096

/** What was heard is known from the vendor, or else from the recording; what was written, from the answer. */
export const reckonWords = (
  { knownUsage = usageOf({}) }: RequestOutline,
  text: string,
  seconds: number | undefined,
): Reckoned => {
  if (knownUsage.audioInput === 0) {
    const input = seconds === undefined ? knownUsage.input : usageByTime(seconds).input
    return { usage: usageOf({ input: tokenCount(input) }), estimated: false }
  }
  const audioInput = seconds === undefined ? knownUsage.audioInput : Math.ceil(seconds * tokensOfHeardSecond)
  return {
    usage: { ...knownUsage, audioInput: tokenCount(audioInput), output: estimateTokens(text) },
    estimated: true,
  }
}

/** Words alone, as a client wants them that asked for no more, whatever more the upstream was asked for. */
export const tellAsAsked = (
  bytes: Buffer,
  outline: RequestOutline,
): { bytes: Buffer; contentType: string } | undefined => {
  const isPlainWanted = isPlain(outline)
  const answer = isPlainWanted || asksLength(outline) ? objectOf(bytes) : undefined
  const text = answer?.text
  if (answer === undefined || typeof text !== 'string') return undefined
  if (!isPlainWanted) {
    if (answer.duration === undefined) return undefined
    const { usage } = answer
    return { bytes: Buffer.from(JSON.stringify({ text, usage })), contentType: 'application/json' }
  }
  return { bytes: Buffer.from(`${text}\n`), contentType: 'text/plain; charset=utf-8' }
}

const pageMark = /^\s*<(?:!doctype|html|head|body|\?xml|!--)/i

/** A silent recording has no words, but every form of an answer has something. */
export const isAnswer = (bytes: Buffer, { format }: RequestOutline): boolean => {
  const beginning = bytes.toString('latin1', 0, 64)
  if (beginning === '' || pageMark.test(beginning)) return false
  const told = objectOf(bytes)
  if (told !== undefined) return typeof told.text === 'string'
  const wantsObject = format === undefined || format.includes('json')
  return !wantsObject || !/^\s*[{[]/.test(beginning)
}

const objectOf = (bytes: Buffer): JsonObject | undefined => {
  const told = parseLenient(bytes.toString('utf8'))
  return isObject(told) ? told : undefined
}
