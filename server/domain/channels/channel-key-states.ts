import * as z from 'zod/mini'
import type { Vault } from '../../lib/vault.ts'

/** Why a key of a channel with several is not used, and since when (unix seconds). */
export type KeyState = {
  reason: string
  time: number
  /** An operator left it out: it does not come back by itself. */
  byHand?: true | undefined
}

/** Names a key without showing it. */
export const keyIdOf = (vault: Vault, key: string): string => vault.fingerprint(key).slice(0, 16)

const keyStates = z.record(
  z.string(),
  z.object({ reason: z.string(), time: z.int(), byHand: z.optional(z.literal(true)) }),
)

/** The disabled keys of a channel, by the names they have in storage. */
export const readKeyStates = (text: string): ReadonlyMap<string, KeyState> => {
  if (text === '') return new Map()
  return new Map(Object.entries(keyStates.parse(JSON.parse(text))))
}

export const writeKeyStates = (states: ReadonlyMap<string, KeyState>): string =>
  states.size === 0 ? '' : JSON.stringify(Object.fromEntries(states))

/** What is left of them when the channel itself is enabled: keys that operators left out stay so. */
export const keptByHand = (text: string): string =>
  writeKeyStates(new Map([...readKeyStates(text)].filter(([, { byHand }]) => byHand)))
