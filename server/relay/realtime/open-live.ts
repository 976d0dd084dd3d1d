import type { IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import { ApplicationError } from '#contract/errors.ts'
import { live } from '#protocols/index.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import { type Admission, admit } from '../admit.ts'
import { bodylessCall, type Call } from '../call.ts'
import { checkWords } from '../check-words.ts'
import type { RelayEndpoint } from '../endpoints.ts'
import { AttemptFailure, ClientGone } from '../failure.ts'
import { withKeeper } from '../named-things.ts'
import { tryChannels } from '../try-channels.ts'
import { liveOpenerOf } from './live-token.ts'
import { openLiveUpstream } from './live-upstream.ts'
import { agree, countCalls, type Opening, type RealtimeParts, type RunSession, reach } from './opening.ts'
import { close, codes, type HeldMessages, holdMessages, SideClosed, SideLate } from './realtime-side.ts'
import { readMessage } from './session-messages.ts'

const setupMs = 20_000

/**
 * Opens a session whose first message names its model: so its client is agreed with at once, and hears by the close of
 * its socket what it is refused for. `isClosing`: nothing new begins.
 */
export const openLive = async (
  parts: RealtimeParts,
  opening: Opening,
  run: RunSession,
  isClosing: () => boolean,
): Promise<void> => {
  const client = agree(opening)
  if (client === undefined) return
  const held = holdMessages(client)
  try {
    await begin(parts, opening, { client, held, run, isClosing })
  } catch (error) {
    // Whatever else it says is not waited for, and not kept.
    held.release()
    client.on('error', () => {})
    if (error instanceof ClientGone) return
    const said = live.closeFor?.(opening.tell(error))
    close(client, said?.code ?? codes.broken, Buffer.from(said?.reason ?? ''))
  }
}

type Client = { client: WebSocket; held: HeldMessages; run: RunSession; isClosing: () => boolean }

const begin = async (
  parts: RealtimeParts,
  opening: Opening,
  { client, held, run, isClosing }: Client,
): Promise<void> => {
  const { domain, outbound } = parts
  const { endpoint, request, address, trace } = opening
  const opener = await liveOpenerOf(domain, request, address, trace)
  trace.mark('auth')
  const setup = opener.setupFor(await firstSetup(held))
  const call = liveCall(endpoint, request, setup)
  trace.asks(opener.caller, call.outline)
  checkWords(domain, call)
  const caller = await withKeeper(domain, opener.caller, call)
  const calls = countCalls(domain, caller)
  await calls.count()
  let leave = async () => {}
  let admission: Admission | undefined
  try {
    leave = await opener.enter(setup)
    admission = await admit(domain, caller, call)
    trace.mark('hold')
    const { opened, ...reached } = await tryChannels(domain, caller, call, trace, (channel, key) =>
      reach(parts, { caller, call, trace }, { channel, key }, (way) =>
        openLiveUpstream({ domain, outbound, caller, call, setup }, way),
      ),
    )
    const { upstream, ready } = opened
    const heldUpstream = [ready, ...opened.held.release()]
    try {
      checkOpen(client, upstream, isClosing)
    } catch (error) {
      upstream.terminate()
      throw error
    }
    run(opening, {
      ...{ ...reached, dialect: live, caller, check: opener.check, call, admission, calls, client, upstream },
      ...{ held: { client: held.release(), upstream: heldUpstream }, opening: undefined },
      said: live.writeSetup(setup, call.outline.model),
    })
    admission = undefined
  } catch (error) {
    calls.giveBack()
    await leave().catch((failure: unknown) => {
      domain.log.error('a use of a key for a browser could not be given back', {
        requestId: trace.requestId,
        error: failure,
      })
    })
    throw error
  } finally {
    // The session's own from then on.
    if (admission !== undefined) domain.ledger.release(admission.hold)
  }
}

/** Either may have left while the other was waited for. */
const checkOpen = (client: WebSocket, upstream: WebSocket, isClosing: () => boolean): void => {
  if (isClosing()) throw new ApplicationError('shutting_down')
  if (client.readyState !== WebSocket.OPEN) throw new ClientGone()
  if (upstream.readyState === WebSocket.OPEN) return
  throw new AttemptFailure({ origin: 'transport', status: 502, reason: 'closed' })
}

const firstSetup = async (held: HeldMessages): Promise<JsonObject> => {
  try {
    const { data } = await held.next(setupMs)
    return live.readSetup(readMessage(data, live.names))
  } catch (error) {
    if (error instanceof SideClosed) throw new ClientGone()
    if (error instanceof SideLate) throw new ApplicationError('realtime_idle')
    throw error
  }
}

/** The setup is all that is known of what will be said. */
const liveCall = (endpoint: RelayEndpoint, request: IncomingMessage, setup: JsonObject): Call => {
  const model = live.modelOf(setup)
  if (model === '') throw new ApplicationError('model_missing')
  const call = bodylessCall(endpoint, { method: request.method, headers: request.headers }, model)
  return { ...call, body: () => setup, outline: { ...call.outline, stream: true } }
}
