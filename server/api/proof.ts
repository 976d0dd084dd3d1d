import type { Endpoint, Proof } from '#contract/endpoint.ts'
import { ApplicationError } from '#contract/errors.ts'
import type { SignedIn } from './authenticate.ts'

/** How long a sign-in or a password speaks for what concerns the account itself. */
const freshSeconds = 600

/** Throws unless the caller shows this much. */
export const checkProof = (caller: SignedIn, proof: Proof, now: number): void => {
  if (caller.by !== 'session') throw new ApplicationError('session_needed')
  if (proof === 'fresh' && !isFresh(caller, now)) throw new ApplicationError('fresh_signin_needed')
}

export const isFresh = (caller: SignedIn, now: number): boolean =>
  caller.by === 'session' && Math.abs(now - caller.provedAt) < freshSeconds

/** What this body asks for beyond what every call of the endpoint does. */
export const proofForBody = ({ proofFor }: Endpoint, body: unknown): Proof | undefined => {
  if (proofFor === undefined || typeof body !== 'object' || body === null) return undefined
  const { member, values, proof } = proofFor
  const value = new Map(Object.entries(body)).get(member)
  if (typeof value !== 'string' || value === '') return undefined
  return values === undefined || values.includes(value) ? proof : undefined
}
