import type { ClientResponse } from '../lib/inbound/plain-response.ts'
import type { Outbound } from '../lib/outbound/outbound.ts'
import { sendOverWebSocket } from './realtime/send-websocket.ts'
import { send, type UpstreamAnswer } from './send.ts'
import { sendAndAsk } from './send-and-ask.ts'
import type { UpstreamRequest } from './upstream-request.ts'

/** Sends a request in the way that its upstream is asked. `line`: to the client, who may leave before there is an answer. */
export const sendRequest = (
  outbound: Outbound,
  request: UpstreamRequest,
  line: Pick<ClientResponse, 'destroyed' | 'once' | 'off'>,
): UpstreamAnswer => {
  const { webSocket, later } = request.route
  if (webSocket !== undefined) return sendOverWebSocket(outbound, request)
  return later === undefined ? send(outbound, request) : sendAndAsk(outbound, request, later, line)
}
