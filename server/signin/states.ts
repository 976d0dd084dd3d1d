import { createHash } from 'node:crypto'
import { ApplicationError } from '#contract/errors.ts'
import type { RedirectName } from '#contract/signin.ts'
import type { Database } from '../db/database.ts'
import { insertVerificationCode, spendVerificationCode } from '../db/verification-codes.ts'
import { type Clock, nowSeconds } from '../lib/clock.ts'
import { randomBytesText } from '../lib/identifiers.ts'
import type { Vault } from '../lib/vault.ts'

/** Who set out to sign in where: which browser, which account it was signed in to, if any, and to which provider. */
type Traveller = { browser: string; userId: number; provider: RedirectName }

/** States that a browser takes to a provider and back. Each works once, for what it was made for. */
export type States = {
  /** `challenge` is for providers that want to see the same browser's server again (PKCE). */
  open: (traveller: Traveller, invite: string) => Promise<{ state: string; challenge: string }>
  /** Throws unless the state is one of this traveller's that was not used yet. */
  close: (traveller: Traveller, state: string) => Promise<{ invite: string; verifier: string }>
}

const purpose = 'signin'
const validSeconds = 600

export const createStates = ({
  database,
  clock,
  vault,
}: {
  database: Database
  clock: Clock
  vault: Vault
}): States => {
  const targetOf = ({ browser, userId, provider }: Traveller) =>
    vault.fingerprint(`signin:${provider}:${browser}:${userId}`)
  const hashOf = (state: string) => vault.fingerprint(`state:${state}`)
  const verifierOf = (state: string) => vault.fingerprint(`verifier:${state}`)

  return {
    open: async (traveller, invite) => {
      const state = invite === '' ? randomBytesText(32) : `${randomBytesText(32)}.${invite}`
      const now = nowSeconds(clock)
      const times = { created_at: now, expires_at: now + validSeconds, used_at: null }
      const row = { purpose, target: targetOf(traveller), code_hash: hashOf(state), tries: 0, ...times }
      await insertVerificationCode(database.query, row)
      return { state, challenge: createHash('sha256').update(verifierOf(state)).digest('base64url') }
    },
    close: async (traveller, state) => {
      const code = { purpose, target: targetOf(traveller), code_hash: hashOf(state) }
      const isOpen = state !== '' && (await spendVerificationCode(database.query, code, nowSeconds(clock)))
      if (!isOpen) throw new ApplicationError('signin_state_wrong')
      const dot = state.indexOf('.')
      return { invite: dot < 0 ? '' : state.slice(dot + 1), verifier: verifierOf(state) }
    },
  }
}
