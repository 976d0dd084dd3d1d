/** A ratio of a price card, by the name it has in a log row. */
export const recordedRatios = {
  completionRatio: 'completion_ratio',
  cacheRatio: 'cache_ratio',
  cacheCreationRatio: 'cache_creation_ratio',
  cacheCreationHourRatio: 'cache_creation_hour_ratio',
  audioRatio: 'audio_ratio',
  audioCompletionRatio: 'audio_completion_ratio',
  imageRatio: 'image_ratio',
  imageCompletionRatio: 'image_completion_ratio',
} as const

export type Ratio = keyof typeof recordedRatios

type Row = {
  /** What a log row counts it among: prompt tokens hold every kind of input, completion tokens every kind of output. */
  side: 'input' | 'output'
  /** What it costs beside the ratios of model and group, which count for all. */
  ratios: readonly Ratio[]
  /** Its name in a log row; what has none is what the others leave of their side. */
  recorded?: string
}

/** Every class of tokens that has a price of its own: one row is all that pricing, rows and receipts know of it. */
const tokenClasses = {
  input: { side: 'input', ratios: [] },
  cacheRead: { side: 'input', ratios: ['cacheRatio'], recorded: 'cache_tokens' },
  cacheWrite: { side: 'input', ratios: ['cacheCreationRatio'], recorded: 'cache_creation_tokens' },
  cacheWriteHour: { side: 'input', ratios: ['cacheCreationHourRatio'], recorded: 'cache_creation_hour_tokens' },
  audioInput: { side: 'input', ratios: ['audioRatio'], recorded: 'audio_input' },
  imageInput: { side: 'input', ratios: ['imageRatio'], recorded: 'image_input' },
  output: { side: 'output', ratios: ['completionRatio'] },
  reasoning: { side: 'output', ratios: ['completionRatio'], recorded: 'reasoning_tokens' },
  audioOutput: { side: 'output', ratios: ['audioRatio', 'audioCompletionRatio'], recorded: 'audio_output' },
  imageOutput: { side: 'output', ratios: ['imageCompletionRatio'], recorded: 'image_output' },
} as const satisfies Record<string, Row>

export type TokenClass = keyof typeof tokenClasses

/** A name under which a log row has tokens of a class. */
export type RecordedTokens = {
  [Class in TokenClass]: (typeof tokenClasses)[Class] extends { recorded: infer Name } ? Name : never
}[TokenClass]

// seam: Object.entries forgets which names these are
export const tokenClassRows = Object.entries(tokenClasses).map(([name, row]) => ({ name, ...row })) as readonly {
  name: TokenClass
  side: 'input' | 'output'
  ratios: readonly Ratio[]
  recorded?: RecordedTokens
}[]
