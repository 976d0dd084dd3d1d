import type { Actor, Operator } from '../domain/audit.ts'
import type { SignedIn } from './authenticate.ts'

/** The caller as the audit knows him. */
export const actorOf = ({ caller, address }: { caller: SignedIn; address: string }): Actor => ({
  id: caller.user.id,
  name: caller.user.username,
  address,
})

/** The same with his rank, for what only some ranks may do. */
export const operatorOf = (call: { caller: SignedIn; address: string }): Operator => ({
  ...actorOf(call),
  role: call.caller.user.role,
})
