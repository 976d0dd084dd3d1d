/**
 * What one answer used, in disjoint classes, so that each is priced once whatever the dialect counts inside what.
 * `input` is fresh text input; cache reads and writes, audio and images stand beside it, not inside it.
 */
export type Usage = {
  input: number
  cacheRead: number
  cacheWrite: number
  cacheWriteHour: number
  output: number
  reasoning: number
  audioInput: number
  audioOutput: number
  imageInput: number
  imageOutput: number
  /**
   * How many calls' worth a fixed price counts, such as pictures weighed by size and quality; 0 is one call. Not a
   * token class: prices by tokens leave it out.
   */
  calls: number
}

const none: Usage = {
  input: 0,
  cacheRead: 0,
  cacheWrite: 0,
  cacheWriteHour: 0,
  output: 0,
  reasoning: 0,
  audioInput: 0,
  audioOutput: 0,
  imageInput: 0,
  imageOutput: 0,
  calls: 0,
}

export const usageOf = (classes: Partial<Usage>): Usage => ({ ...none, ...classes })

/** Everything the model read, cached parts included: what a log row calls prompt tokens. */
export const inputTokens = (usage: Usage): number =>
  usage.input + usage.cacheRead + usage.cacheWrite + usage.cacheWriteHour + usage.audioInput + usage.imageInput

/** Everything the model wrote, reasoning included: what a log row calls completion tokens. */
export const outputTokens = (usage: Usage): number =>
  usage.output + usage.reasoning + usage.audioOutput + usage.imageOutput

/** Far above any context window: a larger figure is an upstream's mistake and must not become a bill. */
const mostTokens = 40_000_000

/** A token count as upstreams send them: a number or its text; anything else, and anything below zero, is none. */
export const tokenCount = (value: unknown): number => {
  const count = typeof value === 'string' && value !== '' ? Number(value) : value
  if (typeof count !== 'number' || !(count > 0)) return 0
  return Math.min(Math.floor(count), mostTokens)
}
