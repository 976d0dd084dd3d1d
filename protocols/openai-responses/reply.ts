import { inputTokens, outputTokens, tokenCount, type Usage, usageOf } from '#pricing/usage.ts'
import { isObject, objectAt } from '../json/json.ts'

/** Makes the wire's figures, where parts are told as shares of the whole, into disjoint classes. */
export const readUsage = (wire: unknown): Usage | undefined => {
  if (!isObject(wire)) return undefined
  const input = tokenCount(wire.input_tokens)
  const output = tokenCount(wire.output_tokens)
  if (input === 0 && output === 0) return undefined

  const inputDetails = objectAt(wire, 'input_tokens_details')
  const outputDetails = objectAt(wire, 'output_tokens_details')
  const cacheRead = share(inputDetails?.cached_tokens, input)
  const cacheWrite = share(inputDetails?.cache_write_tokens, input - cacheRead)
  const audioInput = share(inputDetails?.audio_tokens, input - cacheRead - cacheWrite)
  const imageInput = share(inputDetails?.image_tokens, input - cacheRead - cacheWrite - audioInput)
  const audioOutput = share(outputDetails?.audio_tokens, output)
  const imageOutput = share(outputDetails?.image_tokens, output - audioOutput)
  const told = tokenCount(outputDetails?.reasoning_tokens)
  // Some upstreams leave reasoning out of the output: the total gives it away.
  const outside = told > 0 && tokenCount(wire.total_tokens) === input + output + told
  const reasoning = outside ? told : Math.min(told, output - audioOutput - imageOutput)
  return usageOf({
    input: input - cacheRead - cacheWrite - audioInput - imageInput,
    cacheRead,
    cacheWrite,
    audioInput,
    imageInput,
    audioOutput,
    imageOutput,
    reasoning,
    output: output - audioOutput - imageOutput - (outside ? 0 : reasoning),
  })
}

export const writeUsage = (usage: Usage) => {
  const input = inputTokens(usage)
  const output = outputTokens(usage)
  return {
    input_tokens: input,
    input_tokens_details: {
      cached_tokens: usage.cacheRead,
      cache_write_tokens: usage.cacheWrite + usage.cacheWriteHour,
      ...(usage.audioInput > 0 ? { audio_tokens: usage.audioInput } : {}),
      ...(usage.imageInput > 0 ? { image_tokens: usage.imageInput } : {}),
    },
    output_tokens: output,
    output_tokens_details: {
      reasoning_tokens: usage.reasoning,
      ...(usage.audioOutput > 0 ? { audio_tokens: usage.audioOutput } : {}),
      ...(usage.imageOutput > 0 ? { image_tokens: usage.imageOutput } : {}),
    },
    total_tokens: input + output,
  }
}

const share = (part: unknown, whole: number): number => Math.max(0, Math.min(tokenCount(part), whole))
