import { priceWeighed } from '#pricing/price.ts'
import type { Usage } from '#pricing/usage.ts'
import { sizeSearches } from '#protocols/offered-tools.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import { keyAt } from '../../domain/channels/channel-pool.ts'
import type { Domain } from '../../domain/domain.ts'
import type { Hold } from '../../domain/money/accounts.ts'
import { longestStreamSeconds, type Owed, type StoredResponse } from '../../domain/stored-responses.ts'
import { mostApartSeconds, nowSeconds } from '../../lib/clock.ts'
import type { Outbound } from '../../lib/outbound/outbound.ts'
import { bodylessCall, type Call } from '../call.ts'
import { countUsage } from '../count-usage.ts'
import type { Delivery } from '../delivery.ts'
import { findEndpoint } from '../endpoints.ts'
import { AttemptFailure } from '../failure.ts'
import { forward, readWhole } from '../forward.ts'
import { priceOfOwed } from '../price-of.ts'
import { recordOf } from '../record.ts'
import { Trace } from '../trace.ts'
import { type Way, wayTo } from '../translate.ts'

type Live = Pick<
  Domain,
  'clock' | 'log' | 'options' | 'ledger' | 'pool' | 'prices' | 'storedResponses' | 'tokenCounter'
>

type Parts = { domain: Live; outbound: Outbound }

/** Asks for answers that were made in the background, and charges those that are finished. */
export const payForFinished = async (parts: Parts): Promise<void> => {
  const { storedResponses, ledger, log } = parts.domain
  await storedResponses.takeOver()
  for (const hold of await storedResponses.takeNeedless()) ledger.release(hold)
  for (const response of await storedResponses.listOwed()) {
    await payForOne(parts, response).catch((error: unknown) =>
      log.debug('a response could not be charged yet', { response: response.id, error }),
    )
  }
}

/** Charges an answer as it was told just now, unless that is done; false when it is not finished. */
export const payFor = async (
  domain: Live,
  response: StoredResponse,
  way: MadeBy,
  call: Call,
  bytes: Buffer,
): Promise<boolean> => {
  if (response.owed === undefined) return true
  if (call.protocol.kept?.isRunning(bytes) !== false) return false
  const { reply } = call.protocol
  const told = reply.usage(bytes)
  // What failed without a word of usage costs nothing.
  if (told === undefined && !isComplete(bytes)) return giveUp(domain, response)
  const tools = told === undefined ? reply.tools?.(bytes) : told.tools
  const seen: Delivery = { ...unseen, usage: told, tools, textBytes: bytes.length, received: bytes }
  const used = told ?? (await countUsage(domain, call, seen))
  return charge(domain, response, way, call, seen, { used: { ...used, tools }, estimated: told === undefined })
}

type MadeBy = Pick<Way, 'channel' | 'route'>

const unseen: Delivery = { usage: undefined, textBytes: 0, ending: 'complete', firstByteMs: undefined }

const charge = async (
  domain: Live,
  response: StoredResponse,
  { channel, route }: MadeBy,
  call: Call,
  seen: Delivery,
  { used, estimated }: { used: Usage; estimated: boolean },
): Promise<true> => {
  const { owed } = response
  if (owed === undefined) return true
  await domain.storedResponses.payOnce(response, async (held) => {
    const price = priceOfOwed(domain, owed)
    // Where the call is paid only its tools are left.
    if (price === undefined || (price.card.modelPrice === 0 && used.tools === undefined)) {
      if (held !== undefined) domain.ledger.release(held)
      return
    }
    const usage = used.tools === undefined ? used : { ...used, tools: sizeSearches(used.tools, owed.searchSize) }
    const quota = priceWeighed(price.weighed, usage)
    const named = { ...call, outline: { ...call.outline, model: owed.model } }
    const trace = new Trace(domain.clock, `kept-${response.userId}-${response.id}`)
    trace.attempts.push({ channel: channel.id, status: 200, ms: 0 })
    const isHeld = held?.state === 'open'
    // What it cost may have been the last of the balance: nothing could be held for it once more.
    if (!isHeld && (await domain.ledger.isSettled(trace.requestId))) return
    const hold = isHeld ? held : await holdFor(domain, response, owed, quota)
    const caller = { ...owed, userId: response.userId, models: undefined, pinnedChannel: undefined }
    const recorded = { caller, call: named, request: { channel, route, model: owed.upstreamModel }, trace }
    await domain.ledger.settle(hold, recordOf(domain, recorded, seen, { usage, estimated, price, quota }))
    // A process that ended before it could say so may have charged it: then nothing was charged now.
    domain.ledger.forgetUser(response.userId)
    if (owed.tokenId > 0) domain.ledger.forgetToken(owed.tokenId)
  })
  return true
}

const holdFor = async (domain: Live, { userId }: StoredResponse, owed: Owed, amount: number): Promise<Hold> =>
  domain.ledger.hold({ userId, tokenId: owed.tokenId, amount, least: amount })

const isComplete = (bytes: Buffer): boolean =>
  /"status"\s*:\s*"(?:completed|incomplete)"/.test(bytes.toString('latin1'))

/** Asks for an answer that is owed, and charges it when it is finished; answers whether that is done. */
export const payForOne = async ({ domain, outbound }: Parts, response: StoredResponse): Promise<boolean> => {
  const channel = domain.pool.find(response.channelId)
  if (channel === undefined) return giveUp(domain, response)
  const { call, way } = askingFor(domain, response, channel)
  try {
    const { answer } = await forward({ domain, outbound, call }, way, noBytes)
    return await payFor(domain, response, way, call, await readWhole(answer))
  } catch (error) {
    if (error instanceof AttemptFailure && keepsNothing.has(error.status))
      return payForGiven(domain, response, way, call)
    throw error
  }
}

/** Its own upstream does not know it, or cannot be asked for it at all. */
const keepsNothing = new Set([404, 405, 410, 501])

/** What only its stream told of is charged as far as that went; of what nobody saw there is nothing to charge. */
const payForGiven = async (domain: Live, response: StoredResponse, way: MadeBy, call: Call): Promise<boolean> => {
  const { given, streamsUntil = 0 } = response.owed ?? {}
  const left = streamsUntil - nowSeconds(domain.clock)
  // More than was ever given it has where the clock went back.
  if (left > 0 && left <= longestStreamSeconds + mostApartSeconds) return false
  if (given === undefined) return giveUp(domain, response)
  // A stream that is still said to go on ended with its process.
  const seen: Delivery = streamsUntil > 0 ? { ...unseen, ending: 'process_ended' } : unseen
  return charge(domain, response, way, call, seen, { ...given, used: given.usage })
}

const giveUp = async (domain: Live, response: StoredResponse): Promise<true> => {
  await domain.storedResponses.payOnce(response, async (held) => {
    if (held !== undefined) domain.ledger.release(held)
  })
  return true
}

export const askingFor = (domain: Live, { id, keyPlace }: StoredResponse, channel: Channel) => {
  const url = `/v1/responses/${encodeURIComponent(id)}`
  const endpoint = findEndpoint('GET', url, {})
  if (endpoint === undefined || endpoint === 'wrong_method') throw new TypeError('kept answers have no path')
  const call = bodylessCall(endpoint, { method: 'GET', url, headers: {} }, '')
  return { call, way: wayTo(domain, call, channel, keyAt(channel, keyPlace)) }
}

const noBytes = Buffer.alloc(0)
