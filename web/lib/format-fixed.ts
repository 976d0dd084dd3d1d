/*
 * Numbers that every language writes alike: what a field shows is what is typed there, with a point, and lengths of
 * contexts are said as makers say them.
 */

/** A ratio as it is typed, to four digits behind the point at the most. */
export const typedNumber = (value: number): string => String(Number(value.toFixed(4)))

/** `128K`, `1M`: to two digits behind the point at the most. */
export const shortTokens = (tokens: number): string =>
  tokens >= 1_000_000 ? `${Number((tokens / 1_000_000).toFixed(2))}M` : `${Number((tokens / 1000).toFixed(1))}K`
