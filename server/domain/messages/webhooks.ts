import { createHmac } from 'node:crypto'
import type { AddressPolicy } from '../../lib/outbound/address-guard.ts'
import type { Outbound } from '../../lib/outbound/outbound.ts'
import type { OutboundRequest } from '../../lib/outbound/outbound-request.ts'
import type { Options } from '../options.ts'
import type { Carriers } from './courier.ts'
import type { WebhookCall } from './outbox.ts'

type Parts = {
  outbound: Pick<Outbound, 'request'>
  options: Options
  /** What addresses of users may reach, and what the operator's may. */
  policies: { user: AddressPolicy; operator: AddressPolicy }
}

const deadlineMs = 5000
const largestAnswer = 64 * 1024

/** Calls a user's webhook, by itself or through the operator's worker. Redirects are not followed. */
export const createWebhookCarrier =
  ({ outbound, options, policies }: Parts): Carriers['webhook'] =>
  async (call) => {
    const worker = { url: options.get('WorkerUrl'), key: options.get('WorkerValidKey') }
    const request = worker.url === '' ? directly(call, policies.user) : throughWorker(call, worker, policies.operator)
    const limits = { timeoutMs: deadlineMs, maximumBytes: largestAnswer }
    const reply = await outbound.request({ ...request, method: 'POST', ...limits })
    if (reply.status < 200 || reply.status > 299) throw new Error(`the webhook answered ${reply.status}`)
  }

type Address = Pick<OutboundRequest, 'url' | 'headers' | 'body' | 'policy'>

const directly = (call: WebhookCall, policy: AddressPolicy): Address => ({
  url: call.url,
  headers: headersOf(call),
  body: call.body,
  policy,
})

const throughWorker = (call: WebhookCall, worker: { url: string; key: string }, policy: AddressPolicy): Address => ({
  url: worker.url,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    url: call.url,
    key: worker.key,
    method: 'POST',
    headers: headersOf(call),
    body: JSON.parse(call.body),
  }),
  policy,
})

/** Without a secret nothing is signed: a signature that anybody can make would only look like one. */
const headersOf = ({ secret, body }: WebhookCall): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'Sluice-Webhook',
  ...(secret === ''
    ? {}
    : {
        authorization: `Bearer ${secret}`,
        'x-webhook-signature': createHmac('sha256', secret).update(body).digest('hex'),
      }),
})
