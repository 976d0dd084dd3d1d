import type { Actor } from '../domain/audit.ts'
import type { SignedIn } from './authenticate.ts'

/** The caller as the audit knows him. */
export const actorOf = ({ caller, address }: { caller: SignedIn; address: string }): Actor => ({
  id: caller.user.id,
  name: caller.user.username,
  address,
})
