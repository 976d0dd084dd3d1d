import { session } from '#contract/session.ts'
import { call } from './api.ts'
import { askForProof } from './proof.ts'
import { endpointQuery } from './query.ts'

/** For what cannot be repeated after a question, as a way to a provider and back: asks before. */
export const freshen = async (): Promise<boolean> => (await call(session.proof)).fresh || askForProof()

/** Whether the session is fresh, and whether a password can make it so. */
export const proofQuery = () => ({ ...endpointQuery(session.proof), staleTime: 0 })

export const provePassword = (password: string) => call(session.prove, { body: { password } })
