type Modality = 'text' | 'image' | 'file' | 'audio' | 'video'
type Ability = 'tools' | 'reasoning'

/** What is publicly known of a model; what is left out is not known. Prices are in dollars for a million tokens. */
export type ModelFacts = {
  /** One model under all names that its maker has for it, with spaces between them. */
  names: string
  /** The tokens that it takes at once. */
  context: number
  /** The tokens that it writes at most. */
  output?: number
  takes: readonly Modality[]
  /** Text, where nothing is said. */
  gives?: readonly Modality[]
  able?: readonly Ability[]
  /** Of input, of output, and of input that is read from the cache; open weights have none. */
  price?: readonly [input: number, output: number, cached?: number]
  /** What is written into the cache, for five minutes and for an hour. */
  cacheWrite?: number
  cacheWriteHour?: number
  /** Sound that is heard, and that is spoken. */
  audio?: readonly [input: number, output?: number]
  /** How many times the usual price its other services cost, where it has them. */
  services?: { batch?: number; flex?: number; priority?: number }
  /** From which length of the prompt on input and output cost otherwise. */
  steps?: readonly (readonly [above: number, input: number, output: number])[]
  /** The month or the day up to which it knows the world. */
  knows?: string
  /** The day on which its maker takes it away. */
  retires?: string
}

export type MakerModels = {
  maker: string
  /** Where the maker says it. */
  page: string
  /**
   * The day on which that was last compared with three public lists of prices. A price is what the maker's own page says,
   * where one of them reads that, else what two of them say; where neither is so there is none.
   */
  asOf: string
  /** Where, and when, it was read what its models know; where others say otherwise of one, it has no such date. */
  knowledge?: { pages: readonly string[]; asOf: string }
  models: readonly ModelFacts[]
}

export const words: readonly Modality[] = ['text']
export const pictures: readonly Modality[] = ['text', 'image']
export const papers: readonly Modality[] = ['text', 'image', 'file']
export const everything: readonly Modality[] = ['text', 'image', 'file', 'audio', 'video']

export const tools: readonly Ability[] = ['tools']
export const thinks: readonly Ability[] = ['tools', 'reasoning']
