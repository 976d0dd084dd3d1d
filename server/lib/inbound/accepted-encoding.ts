/** How an answer may be packed. */
export type Encoding = 'br' | 'gzip' | 'identity'

/** The best of what a client can unpack, by its header `accept-encoding`. */
export const chooseEncoding = (accepted: string, known: readonly Encoding[] = ['br', 'gzip']): Encoding =>
  known.find((encoding) => patterns[encoding].test(accepted)) ?? 'identity'

const patterns = {
  br: /\bbr\b(?!;q=0(\.0*)?(,|$))/,
  gzip: /\bgzip\b(?!;q=0(\.0*)?(,|$))/,
  identity: /^/,
}
