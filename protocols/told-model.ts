/** What a list of models tells of one beside its name; what is left out is not known. */
export type ToldModel = {
  /** The tokens that it takes at once, and that it writes at most. */
  context?: number | undefined
  output?: number | undefined
  takes?: readonly string[] | undefined
  gives?: readonly string[] | undefined
  able?: readonly string[] | undefined
  price?: ToldPrice | undefined
}

/** Dollars for one token of a kind, or for one call, as decimals without an exponent. */
export type ToldPrice = {
  prompt: string
  completion: string
  request: string
  cacheRead: string
  cacheWrite: string
}

export type TellsModels = (model: string) => ToldModel
