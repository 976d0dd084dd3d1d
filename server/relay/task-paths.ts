import type { BodyRoom } from '../lib/inbound/body-intake.ts'
import type { ClientRequest } from '../lib/inbound/plain-request.ts'
import type { ClientResponse } from '../lib/inbound/plain-response.ts'
import type { Caller } from './authenticate.ts'
import type { LaterEndpoint, TaskEndpoint } from './endpoints.ts'
import type { Trace } from './trace.ts'

/** A call to a path of work that is finished later. */
export type TaskCall<Endpoint = TaskEndpoint> = {
  endpoint: Endpoint
  request: ClientRequest
  response: ClientResponse
  trace: Trace
  /** Where it comes from. */
  address: string
  withRoom: <Result>(
    caller: Pick<Caller, 'userId' | 'tokenId'>,
    work: (room: BodyRoom) => Result | Promise<Result>,
  ) => Promise<Result>
}

/** Answers such a call, or throws what it is refused for. */
export type AnswerTaskCall = (call: TaskCall<LaterEndpoint>) => Promise<void>
