import type { IncomingMessage } from 'node:http'
import { ApplicationError } from '#contract/errors.ts'
import { realtime } from '#protocols/index.ts'
import type { SessionKeyWish } from '#protocols/realtime.ts'
import { type Admission, admit } from '../admit.ts'
import { bodylessCall, type Call } from '../call.ts'
import type { RelayEndpoint } from '../endpoints.ts'
import { tryChannels } from '../try-channels.ts'
import { agree, countCalls, type Opening, type RealtimeParts, type RunSession, reach } from './opening.ts'
import { openUpstream } from './realtime-upstream.ts'
import { openerOf } from './session-key.ts'

/** Opens a session whose address names its model: a client is agreed with once an upstream is. */
export const openRealtime = async (parts: RealtimeParts, opening: Opening, run: RunSession): Promise<void> => {
  const { domain, outbound } = parts
  const { endpoint, request, address, trace } = opening
  const { caller, check, wish } = await openerOf(domain, request, address, trace)
  trace.mark('auth')
  const call = sessionCall(endpoint, request, wish)
  trace.asks(caller, call.outline)
  const calls = countCalls(domain, caller)
  await calls.count()
  let admission: Admission | undefined
  try {
    admission = await admit(domain, caller, call)
    trace.mark('hold')
    const { opened: upstream, ...reached } = await tryChannels(domain, caller, call, trace, (channel, key) =>
      reach(parts, { caller, call, trace }, { channel, key }, (way) => {
        const headers = realtime.upstreamHeaders(call.headers, way.route.model)
        return openUpstream({ domain, outbound, call, headers }, way)
      }),
    )
    const client = agree(opening, realtime.subprotocol)
    if (client === undefined) {
      upstream.terminate()
      calls.giveBack()
      return
    }
    const said = wish && Buffer.from(JSON.stringify(wish.opening))
    run(opening, {
      ...{ ...reached, dialect: realtime, caller, check, call, admission, calls, client, upstream },
      ...{ held: { client: [], upstream: [] }, opening: said },
    })
    admission = undefined
  } catch (error) {
    calls.giveBack()
    throw error
  } finally {
    // The session's own from then on.
    if (admission !== undefined) domain.ledger.release(admission.hold)
  }
}

/** The path names the model, or the key for sessions of one kind; how much is said is not known before. */
const sessionCall = (endpoint: RelayEndpoint, request: IncomingMessage, wish: SessionKeyWish | undefined): Call => {
  const url = wish === undefined ? (request.url ?? '/') : addressOfWish(wish)
  const { search, searchParams } = new URL(url, 'http://relay')
  const usual = realtime.isTranscription(search) ? endpoint.defaultModel : undefined
  // One cloud has deployments in place of models.
  const model = searchParams.get('model') || searchParams.get('deployment') || (usual ?? '')
  if (model === '') throw new ApplicationError('model_missing')
  const call = bodylessCall(endpoint, { method: request.method, url, headers: request.headers }, model)
  return { ...call, outline: { ...call.outline, stream: true } }
}

const addressOfWish = ({ model, isTranscription }: SessionKeyWish): string => {
  const query = new URLSearchParams({ ...(model && { model }), ...(isTranscription && { intent: 'transcription' }) })
  return `/v1/realtime?${query}`
}
