import { tokenCount, type Usage, usageOf } from '#pricing/usage.ts'
import type { Reckoned } from '../counting/reckoning.ts'
import { parseBriefly } from '../json/brief-json.ts'
import { isObject, objectAt } from '../json/json.ts'
import type { RequestOutline } from '../protocol.ts'
import { countPictures, reckonPictures } from './reckon.ts'

/** Newer models tell tokens, of text and of pictures; older ones nothing. */
export const readReplyUsage = (bytes: Buffer): Usage | undefined => {
  const mark = bytes.lastIndexOf(usageMark)
  return mark < 0 ? undefined : readPictureUsage(parsed(bytes))
}

export const holdsPictures = (bytes: Buffer): boolean => countPictures(parsed(bytes)) > 0

/** Those that are there are charged, no more of them than were asked for. */
export const reckonReply = (bytes: Buffer, outline: RequestOutline): Reckoned => {
  const answer = parsed(bytes)
  const { size, quality } = isObject(answer) ? answer : {}
  return reckonPictures(outline, { whole: countPictures(answer), sketches: 0, size, quality }, 'came')
}

/** Pictures are large: each answer is taken apart once. */
const parsed = (bytes: Buffer): unknown => {
  const known = answers.get(bytes)
  if (known !== undefined) return known.answer
  const answer = parseBriefly(bytes)
  answers.set(bytes, { answer })
  return answer
}

const answers = new WeakMap<Buffer, { answer: unknown }>()

const usageMark = Buffer.from('"usage"')

/** The usage in an answer, or in the last event of a stream. */
export const readPictureUsage = (answer: unknown): Usage | undefined => {
  const wire = objectAt(answer, 'usage')
  if (wire === undefined) return undefined
  const input = tokenCount(wire.input_tokens)
  const output = tokenCount(wire.output_tokens)
  if (input === 0 && output === 0) return undefined
  const inputDetails = objectAt(wire, 'input_tokens_details')
  const outputDetails = objectAt(wire, 'output_tokens_details')
  const imageInput = Math.min(tokenCount(inputDetails?.image_tokens), input)
  const cacheRead = Math.min(tokenCount(inputDetails?.cached_tokens), input - imageInput)
  const written = Math.min(tokenCount(outputDetails?.text_tokens), output)
  return usageOf({
    input: input - imageInput - cacheRead,
    cacheRead,
    imageInput,
    output: written,
    imageOutput: output - written,
  })
}
