import type { Domain } from '../../domain/domain.ts'
import type { Admission } from '../admit.ts'
import type { Caller } from '../authenticate.ts'
import type { Call } from '../call.ts'
import { passesThrough } from '../exchange.ts'
import type { UpstreamRequest } from '../upstream-request.ts'
import { type RecordingDomain, recordingResponse } from './record-response.ts'
import { recordingThings } from './record-things.ts'

type Parts = {
  domain: RecordingDomain & Pick<Domain, 'ownedThings'>
  caller: Caller
  call: Call
  admission: Admission
}

/**
 * Listens to an answer on its way back for what its upstream keeps of it: things that were made are their caller's from
 * then on, and an answer that is made in the background is owed until it is finished.
 */
export const keepResponse = (parts: Parts, request: UpstreamRequest, key: string): UpstreamRequest => {
  const { domain, caller, call } = parts
  const { channel, route } = request
  const { made } = call.protocol
  const kept = call.outline.storage?.kept === true ? call.protocol.kept : undefined
  const makes = call.outline.makes === true ? made : undefined
  if ((kept === undefined && makes === undefined) || !passesThrough(call, route, channel)) return request
  const { userId } = caller
  const { exchange } = request
  const listened = makes === undefined ? exchange : recordingThings(domain, makes, exchange, { userId, channel, key })
  const recorded = kept === undefined ? listened : recordingResponse(domain, kept, listened, { ...parts, request, key })
  return { ...request, exchange: recorded }
}
