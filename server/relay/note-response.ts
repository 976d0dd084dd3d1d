import type { Exchange } from '#protocols/exchange.ts'
import { searchSizeOf } from '#protocols/offered-tools.ts'
import type { Protocol, StreamTap } from '#protocols/protocol.ts'
import { type Usage, usageOf } from '#protocols/usage.ts'
import type { Channel } from '../domain/channel-pool.ts'
import type { Domain } from '../domain/domain.ts'
import { priceWeighed } from '../domain/pricing.ts'
import type { Owed, StoredResponse } from '../domain/stored-responses.ts'
import { nowSeconds } from '../lib/clock.ts'
import type { Admission } from './admit.ts'
import type { Caller } from './authenticate.ts'
import type { Call } from './call.ts'
import { countUsage } from './count-usage.ts'
import type { Delivery } from './deliver.ts'
import { priceOfOwed } from './price-of.ts'

type Kept = NonNullable<Protocol['kept']>
type Maker = {
  caller: Caller
  call: Call
  admission: Admission | undefined
  channel: Channel
  key: string
  upstreamModel: string
}
type Owing = { response: StoredResponse; owed: Owed }

/**
 * Listens to an answer on its way through, for the id under which its upstream keeps it. One that is made in the
 * background costs nothing yet: it is charged when it is finished, whoever hears of that first.
 */
export const noting = (domain: Domain, kept: Kept, exchange: Exchange, maker: Maker): Exchange => {
  const isLater = maker.call.outline.storage?.background === true
  const note = (id: string, isOwed: boolean) => remember(domain, maker, id, isOwed)
  return {
    ...exchange,
    whole: (bytes) => {
      // Not every upstream does as it is asked: what is finished at once is charged at once.
      const isOwed = isLater && kept.isRunning(bytes)
      const id = kept.idOf(bytes)
      if (id !== undefined) note(id, isOwed)
      const answer = exchange.whole(bytes)
      return isOwed ? { ...answer, usage: nothing, tools: undefined, textBytes: 0 } : answer
    },
    tap: () => {
      const tap = exchange.tap()
      let early: Buffer | undefined = Buffer.alloc(0)
      let owing: Owing | undefined
      const listen = (chunk: Buffer) => {
        if (early === undefined) return
        early = early.length === 0 ? chunk : Buffer.concat([early, chunk])
        const id = kept.idOf(early)
        if (id !== undefined) owing = note(id, isLater)
        if (id !== undefined || early.length > longestBeginning) early = undefined
      }
      const push = (chunk: Buffer) => {
        listen(chunk)
        return tap.push(chunk)
      }
      const noteGiven = () => {
        if (owing !== undefined) keepGiven(domain, maker.call, owing, tap)
      }
      if (!isLater) return { ...tap, push }
      return {
        ...tap,
        push,
        end: () => {
          const held = tap.end()
          noteGiven()
          return held
        },
        cut: () => {
          tap.cut?.()
          noteGiven()
        },
        // What has no id can never be asked for: it is charged like any other.
        usage: () => (owing === undefined ? tap.usage() : nothing),
        textBytes: () => (owing === undefined ? tap.textBytes() : 0),
      }
    },
  }
}

/** Nobody waits longer for one. */
const longestStreamSeconds = 3600
/** The first event repeats the instructions and tools of its request. */
const longestBeginning = 1024 * 1024
const nothing = usageOf({})

const remember = (
  domain: Domain,
  { caller, call, admission, channel, key, upstreamModel }: Maker,
  id: string,
  isOwed: boolean,
): Owing | undefined => {
  const { username, userGroup, acceptsUnpriced, tokenId, tokenName, group } = caller
  const { model, offeredTools } = call.outline
  const isCallPaid = admission?.price.card.modelPrice !== undefined
  const searchSize = searchSizeOf(offeredTools)
  const whose = { username, userGroup, acceptsUnpriced, tokenId, tokenName, group }
  const streamsUntil = call.outline.stream ? nowSeconds(domain.clock) + longestStreamSeconds : undefined
  const owed: Owed = { ...whose, model, upstreamModel, isCallPaid, searchSize, streamsUntil }
  const response: StoredResponse = {
    userId: caller.userId,
    id,
    channelId: channel.id,
    keyPlace: Math.max(0, channel.allKeys.indexOf(key)),
    owed: isOwed ? owed : undefined,
  }
  domain.storedResponses.remember(response)
  if (!isOwed) return undefined
  setAside(domain, call, response, owed).catch((error: unknown) =>
    domain.log.debug('nothing is left to set aside for a response', { user: caller.userId, error }),
  )
  return { response, owed }
}

/** An upstream that promised to keep an answer may know nothing of it later: then this is what it costs. */
const keepGiven = (domain: Domain, call: Call, { response, owed }: Owing, tap: StreamTap): void => {
  const keep = (usage: Usage, estimated: boolean) => {
    const given = { usage, estimated }
    domain.storedResponses.remember({ ...response, owed: { ...owed, streamsUntil: undefined, given } })
  }
  const told = tap.usage()
  if (told !== undefined) {
    keep(told, false)
    return
  }
  const seen: Delivery = {
    usage: undefined,
    tools: tap.tools?.(),
    textBytes: tap.textBytes(),
    sample: tap.sample,
    ending: 'complete',
    firstByteMs: undefined,
  }
  countUsage(domain, call, seen).then(
    (usage) => keep(usage, true),
    (error: unknown) => domain.log.error('what a response gave could not be counted', { response: response.id, error }),
  )
}

/** Until it is paid, what it will probably cost cannot be spent on something else. */
const setAside = async (domain: Domain, { outline }: Call, response: StoredResponse, owed: Owed): Promise<void> => {
  const { promptEstimate, maximumOutput, offeredTools } = outline
  const price = priceOfOwed(domain, owed)
  if (price === undefined) return
  const output = maximumOutput ?? domain.options.get('PreConsumedQuota')
  const amount = priceWeighed(price.weighed, usageOf({ input: promptEstimate, output, tools: offeredTools }))
  if (amount === 0) return
  const wish = { userId: response.userId, tokenId: owed.tokenId, amount }
  const { hold: take } = domain.ledger
  // The call that asked for it holds about as much, and is about to give it back: that is waited for.
  const hold = await take({ ...wish, least: amount }).catch(() => take({ ...wish, least: 1 }))
  domain.storedResponses.setAside(response, hold)
}
