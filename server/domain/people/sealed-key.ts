import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { JsonObject } from '#protocols/json/json.ts'
import type { Vault } from '../../lib/vault.ts'

/** Such a key travels in a header or an address. */
const longestPacked = 5000
const longestKey = 2 * longestPacked

/** A key that says itself what it is: nothing of it is kept. Undefined where there is more to say than it has room for. */
export const sealKey = (vault: Vault, mark: string, value: JsonObject): string | undefined => {
  const packed = deflateRawSync(JSON.stringify(value)).toString('base64')
  return packed.length > longestPacked ? undefined : mark + vault.seal(packed)
}

/** Undefined where `parse` finds something else in it, as whoever brings something else than a key has none. */
export const openKey = <Value>(
  vault: Vault,
  mark: string,
  text: string,
  parse: (value: unknown) => Value,
): Value | undefined => {
  if (text.length > longestKey) return undefined
  try {
    const packed = vault.open(text.slice(mark.length))
    return parse(JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString()))
  } catch {
    return undefined
  }
}
