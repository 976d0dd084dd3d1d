import type { Domain } from '../domain/domain.ts'
import type { ClientResponse } from '../lib/inbound/plain-response.ts'
import type { Outbound } from '../lib/outbound/outbound.ts'
import type { Admission } from './admit.ts'
import type { Caller } from './authenticate.ts'
import type { Call } from './call.ts'
import type { Trace } from './trace.ts'

export type AttemptParts = {
  domain: Pick<
    Domain,
    | 'clock'
    | 'log'
    | 'options'
    | 'ledger'
    | 'pool'
    | 'health'
    | 'keys'
    | 'figures'
    | 'watch'
    | 'prices'
    | 'promptRatios'
    | 'sensitiveWords'
    | 'runningCalls'
    | 'storedResponses'
    | 'tasks'
    | 'taskHolds'
    | 'responseMemory'
    | 'ownedThings'
    | 'tokenCounter'
  >
  outbound: Outbound
  caller: Caller
  call: Call
  admission: Admission
  response: ClientResponse
  trace: Trace
}

export type Note = (status: number, error?: string) => void
