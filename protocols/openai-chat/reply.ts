import { tokenCount, type Usage, usageOf } from '#pricing/usage.ts'
import { parseBriefly } from '../json/brief-json.ts'
import { isObject, type JsonObject, objectAt, parseLenient } from '../json/json.ts'
import { lastMark } from '../json/latin1-text.ts'

/**
 * The usage of a whole answer, undefined when it tells none. It usually stands near the end and is read alone: inside
 * a text its quotes would be escaped, so the mark can only be the member itself.
 */
export const readReplyUsage = (bytes: Buffer): Usage | undefined => {
  const mark = lastMark(bytes, usageMark, longestUsage)
  if (mark === undefined) return undefined
  const usage = objectFrom(mark.text, mark.start + usageMark.length)
  return (usage && usageOfWire(usage)) ?? readUsage(parseBriefly(bytes))
}

const usageMark = '"usage"'
const longestUsage = 64 * 1024

/** The object that is the value of a name that ends here. */
const objectFrom = (text: string, nameEnd: number): JsonObject | undefined => {
  let start = nameEnd
  while (isBeforeValue(text.charCodeAt(start))) start += 1
  if (text.charCodeAt(start) !== openBrace) return undefined
  const value = parseLenient(text.slice(start, endOfObject(text, start)))
  return isObject(value) ? value : undefined
}

/** Usage holds no text with braces worth caring for. */
const endOfObject = (text: string, start: number): number => {
  let [end, inner] = [text.indexOf('}', start), text.indexOf('{', start + 1)]
  // Of each object within it the end comes first.
  while (inner >= 0 && inner < end) {
    end = text.indexOf('}', end + 1)
    inner = text.indexOf('{', inner + 1)
  }
  return end + 1
}

const isBeforeValue = (sign: number): boolean =>
  sign === 0x3a || sign === 0x20 || sign === 0x0a || sign === 0x0d || sign === 0x09
const openBrace = 0x7b

/**
 * Reads usage from an answer or a chunk. Most upstreams put it at the top, some inside the first choice and some
 * under a vendor's own key.
 */
export const readUsage = (answer: unknown): Usage | undefined => {
  const choices = isObject(answer) ? answer.choices : undefined
  const wire =
    objectAt(answer, 'usage') ??
    objectAt(Array.isArray(choices) ? choices[0] : undefined, 'usage') ??
    objectAt(objectAt(answer, 'x_groq'), 'usage')
  return wire === undefined ? undefined : usageOfWire(wire)
}

const usageOfWire = (wire: JsonObject): Usage | undefined => {
  const inputDetails = objectAt(wire, 'prompt_tokens_details') ?? objectAt(wire, 'input_tokens_details')
  const outputDetails = objectAt(wire, 'completion_tokens_details') ?? objectAt(wire, 'output_tokens_details')
  const total = tokenCount(wire.total_tokens)
  const completion = tokenCount(wire.completion_tokens ?? wire.output_tokens)
  const told = tokenCount(wire.prompt_tokens ?? wire.input_tokens)
  const read = tokenCount(cacheReadOf(wire, inputDetails))
  const written = tokenCount(cacheWriteOf(wire, inputDetails))
  // Some upstreams leave audio or the cache out of the prompt, or reasoning out of the completion: the total gives it
  // away.
  const isOutside = (part: number) => part > 0 && total === told + completion + part
  const apart = [tokenCount(inputDetails?.audio_tokens), read + written].find(isOutside) ?? 0
  const prompt = told + apart
  if (prompt === 0 && completion === 0) return undefined

  // The parts are told as shares of the whole; a part larger than the whole must not turn the rest negative.
  const cacheRead = share(read, prompt)
  const cacheWritten = share(written, prompt - cacheRead)
  const cacheWriteHour = share(objectAt(wire, 'cache_creation')?.ephemeral_1h_input_tokens, cacheWritten)
  const audioInput = share(inputDetails?.audio_tokens, prompt - cacheRead - cacheWritten)
  const imageInput = share(inputDetails?.image_tokens, prompt - cacheRead - cacheWritten - audioInput)
  const audioOutput = share(outputDetails?.audio_tokens, completion)
  const imageOutput = share(outputDetails?.image_tokens, completion - audioOutput)
  const thought = tokenCount(outputDetails?.reasoning_tokens ?? wire.reasoning_tokens)
  const outside = thought > 0 && total === prompt + completion + thought
  const reasoning = outside ? thought : Math.min(thought, completion - audioOutput - imageOutput)
  return usageOf({
    input: prompt - cacheRead - cacheWritten - audioInput - imageInput,
    cacheRead,
    cacheWrite: cacheWritten - cacheWriteHour,
    cacheWriteHour,
    audioInput,
    imageInput,
    audioOutput,
    imageOutput,
    reasoning,
    output: completion - audioOutput - imageOutput - (outside ? 0 : reasoning),
  })
}

const cacheReadOf = (wire: JsonObject, details: JsonObject | undefined): unknown =>
  details?.cached_tokens ??
  wire.prompt_cache_hit_tokens ??
  wire.cached_tokens ??
  wire.num_cached_tokens ??
  wire.cache_read_input_tokens

const cacheWriteOf = (wire: JsonObject, details: JsonObject | undefined): unknown =>
  details?.cache_write_tokens ??
  details?.cache_creation_tokens ??
  details?.cached_creation_tokens ??
  details?.cache_creation_input_tokens ??
  wire.cache_creation_input_tokens

const share = (part: unknown, whole: number): number => Math.max(0, Math.min(tokenCount(part), whole))
