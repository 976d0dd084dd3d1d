/** How entries of registries check and sign: on the server alone, which passes it in. */
export type Digests = {
  /** In hex. */
  md5: (text: string) => string
  sha256: (text: string) => Uint8Array
  /** In hex. */
  hmacSha256: (key: Uint8Array, text: string) => string
  /** Takes as long wherever the two begin to differ. */
  isSame: (one: string, other: string) => boolean
}
