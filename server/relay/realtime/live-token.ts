import { ApplicationError } from '#contract/errors.ts'
import { ProtocolError } from '#protocols/failure.ts'
import { live } from '#protocols/index.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import { namedThings } from '#protocols/named-things.ts'
import type { Domain } from '../../domain/domain.ts'
import { isLiveToken } from '../../domain/people/live-tokens.ts'
import { nowSeconds } from '../../lib/clock.ts'
import type { BodyRoom } from '../../lib/inbound/body-intake.ts'
import type { ClientRequest } from '../../lib/inbound/plain-request.ts'
import { authenticate, type Caller, callerOf } from '../authenticate.ts'
import { readObject } from '../call.ts'
import { checkWordsOf } from '../check-words.ts'
import { type CarriesKey, readCredentials } from '../credentials.ts'
import { missing } from '../named-things.ts'
import { checkModel } from '../offered-models.ts'
import type { Trace } from '../trace.ts'

type Making = Pick<Domain, 'clock' | 'options' | 'pool' | 'sensitiveWords' | 'liveTokens'>
type Opening = Pick<Domain, 'clock' | 'options' | 'identities' | 'pool' | 'liveTokens'>

/** Makes a key that a browser may have: it opens sessions in the name of the caller's token, held to what it says. */
export const makeLiveToken = async (
  domain: Making,
  caller: Caller,
  request: ClientRequest,
  room: BodyRoom,
): Promise<JsonObject> => {
  const body = await readObject(request, room)
  const { wish, ...order } = live.readTokenOrder(body, nowSeconds(domain.clock))
  const { setup } = wish
  if (setup !== undefined) {
    const model = live.modelOf(setup)
    if (model !== '') checkModel(domain, caller, model)
    const [named] = namedThings(setup) ?? []
    if (named !== undefined) throw missing(named)
    checkWordsOf(domain, setup, live.names)
  }
  const { tokenId, pinnedChannel } = caller
  const name = domain.liveTokens.make({ ...order, tokenId, pinnedChannel, wish: { setup, mask: [...wish.mask] } })
  if (name !== undefined) return { name }
  throw new ProtocolError('bidiGenerateContentSetup', 'is too long for a key: send the rest of it in the session')
}

/** Who opens a session, and what it is set up with. */
export type LiveOpener = {
  caller: Caller
  setupFor: (setup: JsonObject) => JsonObject
  /** Counts the session where his key is good for a number of them; answers how to take that back. */
  enter: (setup: JsonObject) => Promise<() => Promise<void>>
  /** Throws when he may no longer call. */
  check: () => Promise<void>
}

export const liveOpenerOf = async (
  domain: Opening,
  request: CarriesKey,
  address: string,
  trace: Pick<Trace, 'asker'>,
): Promise<LiveOpener> => {
  const text = readCredentials(request)?.key ?? ''
  if (!isLiveToken(text)) {
    const find = async () => authenticate(domain, request, address, trace)
    return {
      ...{ caller: await find(), setupFor: (setup) => setup, check: async () => void (await find()) },
      enter: async () => async () => {},
    }
  }
  const find = async () => {
    const key = domain.liveTokens.read(text)
    if (key === 'expired') throw new ApplicationError('key_expired')
    const token = key && (await domain.identities.tokenById(key.tokenId))
    if (key === undefined || token === undefined) throw new ApplicationError('key_invalid')
    return { key, caller: callerOf(domain, token, key.pinnedChannel?.toString(), address, trace) }
  }
  const { key, caller } = await find()
  return {
    caller,
    setupFor: (setup) => live.setupFor(setup, key.wish),
    enter: async (setup) => {
      // Whoever goes on with a session has opened it already.
      if (live.resumes(setup)) return async () => {}
      if (key.opensUntil < nowSeconds(domain.clock)) throw new ApplicationError('key_expired')
      if (!(await domain.liveTokens.use(key))) throw new ApplicationError('live_token_used')
      return () => domain.liveTokens.giveBack(key)
    },
    check: async () => void (await find()),
  }
}
