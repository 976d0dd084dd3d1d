import { ApplicationError } from '#contract/errors.ts'
import { ProtocolError } from '#protocols/failure.ts'
import { protocolOf, realtime } from '#protocols/index.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import { memberNamesOf } from '#protocols/known-names.ts'
import type { SessionKeyWish } from '#protocols/realtime.ts'
import type { Domain } from '../../domain/domain.ts'
import { isSessionKey } from '../../domain/people/session-keys.ts'
import { nowSeconds } from '../../lib/clock.ts'
import { randomBytesText } from '../../lib/identifiers.ts'
import type { BodyRoom } from '../../lib/inbound/body-intake.ts'
import type { ClientRequest } from '../../lib/inbound/plain-request.ts'
import { authenticate, type Caller, callerOf } from '../authenticate.ts'
import { readObject } from '../call.ts'
import { checkWordsOf } from '../check-words.ts'
import { type CarriesKey, readCredentials } from '../credentials.ts'
import type { RelayEndpoint } from '../endpoints.ts'
import { missing } from '../named-things.ts'
import { checkModel } from '../offered-models.ts'
import type { Trace } from '../trace.ts'

type Making = Pick<Domain, 'clock' | 'options' | 'pool' | 'prices' | 'sensitiveWords' | 'sessionKeys'>
type Opening = Pick<Domain, 'clock' | 'options' | 'identities' | 'pool' | 'sessionKeys'>

/** Makes a key that a browser may have: it opens sessions of one kind, for a while, in the name of the caller's token. */
export const makeSessionKey = async (
  domain: Making,
  caller: Caller,
  { endpoint, request }: { endpoint: RelayEndpoint; request: ClientRequest },
  room: BodyRoom,
): Promise<JsonObject> => {
  const body = await readObject(request, room)
  const { wish, seconds, named, transcriptionModel, tell } = realtime.readSessionKeyOrder(endpoint.path, body)
  const { model } = wish
  if (model === undefined) throw new ApplicationError('model_missing')
  if (named !== undefined) throw missing(named)
  checkModel(domain, caller, model)
  if (transcriptionModel !== undefined && caller.models?.has(transcriptionModel) === false) {
    throw new ApplicationError('model_forbidden', { model: transcriptionModel })
  }
  checkWordsOf(domain, body, memberNamesOf(protocolOf(endpoint.protocol)))
  const expiresAt = nowSeconds(domain.clock) + seconds
  const { tokenId, pinnedChannel } = caller
  const value = domain.sessionKeys.make({ tokenId, pinnedChannel, expiresAt, wish })
  if (value === undefined)
    throw new ProtocolError('session', 'is too long for a key: send the rest of it in the session')
  return tell({ id: `sess_${randomBytesText(15)}`, value, expiresAt })
}

/** Who opens a session, and what his key says of it. */
export type Opener = {
  caller: Caller
  wish: SessionKeyWish | undefined
  /** Throws when he may no longer call: a key that is good for a while opens sessions that last longer. */
  check: () => Promise<void>
}

export const openerOf = async (
  domain: Opening,
  request: CarriesKey,
  address: string,
  trace: Pick<Trace, 'asker'>,
): Promise<Opener> => {
  const text = readCredentials(request)?.key ?? ''
  if (!isSessionKey(text)) {
    const find = async () => authenticate(domain, request, address, trace)
    return { caller: await find(), wish: undefined, check: async () => void (await find()) }
  }
  const key = domain.sessionKeys.read(text)
  if (key === 'expired') throw new ApplicationError('key_expired')
  if (key === undefined) throw new ApplicationError('key_invalid')
  const find = async () => {
    const token = await domain.identities.tokenById(key.tokenId)
    if (token === undefined) throw new ApplicationError('key_invalid')
    return callerOf(domain, token, key.pinnedChannel?.toString(), address, trace)
  }
  return { caller: await find(), wish: key.wish, check: async () => void (await find()) }
}
