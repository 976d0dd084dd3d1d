/** Rough token figures for holds and for answers whose upstream told no usage: high rather than low. */

export const messageOverhead = 4
export const pictureEstimate = 1200
export const soundEstimate = 4096

/** About three bytes a token holds for prose and code, and one token a character for Chinese. */
export const estimateTokensOfBytes = (bytes: number): number => Math.ceil(bytes / 3)

export const estimateTokens = (text: string): number => estimateTokensOfBytes(Buffer.byteLength(text))
