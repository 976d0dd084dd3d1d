import type { TokenClass } from './token-classes.ts'

/**
 * What one answer used, in disjoint classes, so that each is priced once whatever the dialect counts inside what.
 * `input` is fresh text input; cache reads and writes, audio and images stand beside it, not inside it.
 */
export type Usage = Record<TokenClass, number> & {
  /**
   * How many calls' worth a fixed price counts, such as pictures weighed by size and quality; 0 is one call. Not a
   * token class: prices by tokens leave it out.
   */
  calls: number
  /** How often tools were run that the upstream charges by the call; undefined for nearly every answer. */
  tools?: ToolCalls | undefined
}

/**
 * Tools that upstreams run themselves and charge by the call. Searches are told by the size of the context that was asked
 * for, pictures by their quality, where it is known.
 */
export type ToolKind =
  | 'web_search'
  | `web_search_${SearchSize}`
  | 'web_search_preview'
  | `web_search_preview_${SearchSize}`
  | 'google_search'
  | 'file_search'
  | 'code_interpreter'
  | 'image_generation'
  | 'image_generation_low'
  | 'image_generation_medium'
  | 'image_generation_high'

/** How much of what was found goes into the context. */
export type SearchSize = 'low' | 'medium' | 'high'

/** A large picture counts as one and a half. */
export type ToolCalls = Readonly<Partial<Record<ToolKind, number>>>

// What follows is written out, a line for each class: it is done several times a call, and looking names up in turn
// takes ten times as long. The compiler asks for the line of a class that is missing.

export const usageOf = (classes: Partial<Usage>): Usage => ({
  input: classes.input ?? 0,
  cacheRead: classes.cacheRead ?? 0,
  cacheWrite: classes.cacheWrite ?? 0,
  cacheWriteHour: classes.cacheWriteHour ?? 0,
  output: classes.output ?? 0,
  reasoning: classes.reasoning ?? 0,
  audioInput: classes.audioInput ?? 0,
  audioOutput: classes.audioOutput ?? 0,
  imageInput: classes.imageInput ?? 0,
  imageOutput: classes.imageOutput ?? 0,
  calls: classes.calls ?? 0,
  tools: classes.tools,
})

/** Everything the model read, cached parts included: what a log row calls prompt tokens. */
export const inputTokens = (usage: Usage): number =>
  usage.input + usage.cacheRead + usage.cacheWrite + usage.cacheWriteHour + usage.audioInput + usage.imageInput

/** Everything the model wrote, reasoning included: what a log row calls completion tokens. */
export const outputTokens = (usage: Usage): number =>
  usage.output + usage.reasoning + usage.audioOutput + usage.imageOutput

/** Each class so many times. */
export const sumWeighed = (weights: Readonly<Record<TokenClass, number>>, usage: Usage): number =>
  usage.input * weights.input +
  usage.cacheRead * weights.cacheRead +
  usage.cacheWrite * weights.cacheWrite +
  usage.cacheWriteHour * weights.cacheWriteHour +
  usage.output * weights.output +
  usage.reasoning * weights.reasoning +
  usage.audioInput * weights.audioInput +
  usage.audioOutput * weights.audioOutput +
  usage.imageInput * weights.imageInput +
  usage.imageOutput * weights.imageOutput

/** The same usage with the calls of tools that were found beside it. */
export const withTools = (usage: Usage | undefined, tools: ToolCalls | undefined): Usage | undefined =>
  usage === undefined || tools === undefined ? usage : { ...usage, tools }

/** Far above any context window: a larger figure is an upstream's mistake and must not become a bill. */
export const mostTokens = 40_000_000

/** A token count as upstreams send them: a number or its text; anything else, and anything below zero, is none. */
export const tokenCount = (value: unknown): number => {
  const count = typeof value === 'string' ? Number(value) : value
  if (typeof count !== 'number' || !(count > 0)) return 0
  return Math.min(Math.floor(count), mostTokens)
}
