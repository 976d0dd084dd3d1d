import type { WebSocket } from 'ws'
import { live } from '#protocols/index.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import type { Domain } from '../../domain/domain.ts'
import type { Outbound } from '../../lib/outbound/outbound.ts'
import type { Caller } from '../authenticate.ts'
import type { Call } from '../call.ts'
import { demandsOf } from '../demands.ts'
import { AttemptFailure } from '../failure.ts'
import type { Way } from '../translate.ts'
import { type HeldMessages, holdMessages, type Message, SideClosed, SideLate } from './realtime-side.ts'
import { openUpstream } from './realtime-upstream.ts'
import { failureOfClose } from './session-messages.ts'

type Parts = {
  domain: Pick<Domain, 'clock' | 'pool' | 'prices'>
  outbound: Outbound
  caller: Caller
  call: Call
  setup: JsonObject
}

/** A side that has said that its session is set up; `ready` is how it said so. */
export type LiveUpstream = { upstream: WebSocket; ready: Message; held: HeldMessages }

const setupMs = 20_000

/**
 * Opens the upstream's side of a session and sets it up: only then it is known whether the upstream takes it. Rejects
 * with an `AttemptFailure`: then another channel may be tried.
 */
export const openLiveUpstream = async (parts: Parts, way: Way): Promise<LiveUpstream> => {
  const { domain, outbound, caller, call, setup } = parts
  const { channel, route } = way
  demandsOf(domain, caller, channel, {
    ...{ body: setup, dialect: route.dialect },
    ...{ model: route.model, asked: call.outline.model },
  })
  const upstream = await openUpstream({ domain, outbound, call, headers: {} }, way)
  const held = holdMessages(upstream)
  upstream.send(live.writeSetup(setup, route.sessionModel ?? route.model))
  try {
    const ready = await held.next(setupMs)
    if (live.isReady(ready.data)) return { upstream, ready, held }
    throw new AttemptFailure({ origin: 'upstream', status: 502, reason: 'malformed' })
  } catch (error) {
    upstream.terminate()
    throw failureOf(error, way)
  }
}

const failureOf = (error: unknown, { channel }: Way): unknown => {
  if (error instanceof SideLate) {
    return new AttemptFailure({ origin: 'transport', status: 504, reason: 'timeout', cause: error })
  }
  if (!(error instanceof SideClosed)) return error
  const told = live.problemOfClose?.(error.code, error.reason)
  if (told !== undefined) return failureOfClose(channel, told)
  return new AttemptFailure({ origin: 'transport', status: 502, reason: 'closed', cause: error })
}
