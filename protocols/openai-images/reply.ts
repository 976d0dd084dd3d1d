import { parseBriefly } from '../brief-json.ts'
import { objectAt } from '../json.ts'
import { tokenCount, type Usage, usageOf } from '../usage.ts'

/** Newer models tell tokens, of text and of pictures; older ones nothing. */
export const readReplyUsage = (bytes: Buffer): Usage | undefined => {
  const mark = bytes.lastIndexOf(usageMark)
  return mark < 0 ? undefined : readPictureUsage(parseBriefly(bytes))
}

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
