import { isObject, parseLenient, textAt } from '#protocols/json/json.ts'
import { CredentialsRefused, type ProviderEnvironment } from './provider.ts'

/** What a vendor gave for a key, and for how long it is good. */
export type GivenToken = { value: string; seconds: number }

type Token = { value: string; madeAt: number; endsAt: number }

type TokenKeeper = {
  tokenFor: (name: string, environment: ProviderEnvironment, ask: () => Promise<GivenToken>) => string | Promise<string>
}

const mostKept = 1000

/** Tokens that keys were exchanged for: kept, renewed before they end, and asked for once however many calls wait. */
export const createTokenKeeper = (renewBeforeMs: number): TokenKeeper => {
  const tokens = new Map<string, Token>()
  const pending = new Map<string, Promise<Token>>()

  const renew = (name: string, now: () => number, ask: () => Promise<GivenToken>): Promise<Token> => {
    const asked = pending.get(name)
    if (asked !== undefined) return asked
    const asking = ask()
      .then(({ value, seconds }) => {
        const madeAt = now()
        return { value, madeAt, endsAt: madeAt + seconds * 1000 }
      })
      .finally(() => pending.delete(name))
    pending.set(name, asking)
    return asking
  }

  return {
    tokenFor: (name, { now }, ask) => {
      const kept = tokens.get(name)
      if (kept !== undefined && leftOf(kept, now()) > renewBeforeMs) return kept.value
      return renew(name, now, ask).then(
        (token) => {
          if (tokens.size >= mostKept) tokens.clear()
          tokens.set(name, token)
          return token.value
        },
        (error: unknown) => {
          // What could not be renewed yet is still good for its last minutes.
          if (kept !== undefined && leftOf(kept, now()) > 0) return kept.value
          throw error
        },
      )
    },
  }
}

/** The answer of an OAuth server, as all of them have it. */
export const readToken = (status: number, text: string, usualSeconds: number): GivenToken => {
  const answer = parseLenient(text)
  const value = textAt(answer, 'access_token')
  if (status !== 200 || value === undefined) {
    const reason = textAt(answer, 'error_description') ?? textAt(answer, 'error') ?? 'no token was given for the key'
    throw new CredentialsRefused(status, reason)
  }
  const seconds = isObject(answer) && typeof answer.expires_in === 'number' ? answer.expires_in : usualSeconds
  return { value, seconds }
}

/** Nobody knows how much is left of one that was made before the clock went back. */
const leftOf = ({ madeAt, endsAt }: Token, now: number): number => (now < madeAt ? 0 : endsAt - now)
