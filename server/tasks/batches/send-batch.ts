import type { JsonObject } from '#protocols/json/json.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import type { Keeper } from '../../domain/owned-things.ts'
import type { Caller } from '../../relay/authenticate.ts'
import type { BatchEndpoint } from '../../relay/endpoints.ts'
import type { TaskCall } from '../../relay/task-paths.ts'
import { askUpstream } from '../ask-upstream.ts'
import { sendTold } from '../send-told.ts'
import { callOf } from '../task-call.ts'
import type { BatchParts } from './batch-parts.ts'
import { checkNamed } from './check-named.ts'
import type { BatchEstimate } from './estimate-batch.ts'
import { holdFor, keepBatch, toldBatch } from './hand-in.ts'

type Weighed = {
  channel: Channel
  key: string
  keeper: Keeper
  /** Of the calls, as a client would make them one by one. */
  path: string
  estimate: BatchEstimate
  body: JsonObject
}

/** Sends on a batch whose calls are known: what they will probably cost is held, and charged once it is taken. */
export const sendBatch = async (
  { domain, outbound, siteAddress }: BatchParts,
  asked: TaskCall<BatchEndpoint>,
  caller: Caller,
  { channel, key, keeper, path, estimate, body }: Weighed,
): Promise<void> => {
  const { endpoint, request, trace } = asked
  await checkNamed(domain, caller, estimate, keeper)
  trace.mark('route')
  const hold = await holdFor(domain, caller, estimate)
  trace.mark('hold')
  try {
    const call = callOf({ endpoint, headers: request.headers }, { method: 'POST', path: endpoint.path, body }, '')
    const { result: answer } = await askUpstream({ domain, outbound }, { call, channel, key }, (told) => told)
    trace.mark('upstream')
    const task = await keepBatch(domain, { asked, caller, channel, key, path, estimate, hold, answer })
    trace.mark('settle')
    sendTold(asked, 200, toldBatch(endpoint.batch, siteAddress, domain.clock.now(), task))
  } finally {
    domain.ledger.release(hold)
  }
}
