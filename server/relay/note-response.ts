import type { Exchange } from '#protocols/exchange.ts'
import type { Protocol } from '#protocols/protocol.ts'
import { usageOf } from '#protocols/usage.ts'
import type { Channel } from '../domain/channel-pool.ts'
import type { Domain } from '../domain/domain.ts'
import { priceWeighed } from '../domain/pricing.ts'
import type { StoredResponse } from '../domain/stored-responses.ts'
import type { Caller } from './authenticate.ts'
import type { Call } from './call.ts'
import { priceOf } from './price-of.ts'

type Kept = NonNullable<Protocol['kept']>
type Maker = { caller: Caller; call: Call; channel: Channel; key: string; upstreamModel: string }

/**
 * Listens to an answer on its way through, for the id under which its upstream keeps it. One that is made in the
 * background costs nothing yet: it is charged when it is finished, whoever hears of that first.
 */
export const noting = (domain: Domain, kept: Kept, exchange: Exchange, maker: Maker): Exchange => {
  const isLater = maker.call.outline.storage?.background === true
  const note = (id: string | undefined) => {
    if (id !== undefined) remember(domain, maker, id, isLater)
  }
  return {
    ...exchange,
    whole: (bytes) => {
      note(kept.idOf(bytes))
      const answer = exchange.whole(bytes)
      return isLater ? { ...answer, usage: nothing, textBytes: 0 } : answer
    },
    tap: () => {
      const tap = exchange.tap()
      let early: Buffer | undefined = Buffer.alloc(0)
      const listen = (chunk: Buffer) => {
        if (early === undefined) return
        early = early.length === 0 ? chunk : Buffer.concat([early, chunk])
        const id = kept.idOf(early)
        note(id)
        if (id !== undefined || early.length > longestBeginning) early = undefined
      }
      return {
        ...tap,
        push: (chunk) => {
          listen(chunk)
          return tap.push(chunk)
        },
        ...(isLater ? { usage: () => nothing, textBytes: () => 0 } : {}),
      }
    },
  }
}

/** The first event repeats the instructions and tools of its request. */
const longestBeginning = 1024 * 1024
const nothing = usageOf({})

const remember = (
  domain: Domain,
  { caller, call, channel, key, upstreamModel }: Maker,
  id: string,
  isLater: boolean,
) => {
  const { username, userGroup, acceptsUnpriced, tokenId, tokenName, group } = caller
  const { model } = call.outline
  const response: StoredResponse = {
    userId: caller.userId,
    id,
    channelId: channel.id,
    keyPlace: Math.max(0, channel.allKeys.indexOf(key)),
    owed: isLater
      ? { username, userGroup, acceptsUnpriced, tokenId, tokenName, group, model, upstreamModel }
      : undefined,
  }
  domain.storedResponses.remember(response)
  if (isLater) {
    setAside(domain, caller, call, response).catch((error: unknown) =>
      domain.log.debug('nothing is left to set aside for a response', { user: caller.userId, error }),
    )
  }
}

/** Until it is paid, what it will probably cost cannot be spent on something else. */
const setAside = async (domain: Domain, caller: Caller, call: Call, response: StoredResponse): Promise<void> => {
  const { model, promptEstimate, maximumOutput, offeredTools } = call.outline
  const price = priceOf(domain, caller, model)
  if (price === undefined) return
  const output = maximumOutput ?? domain.options.get('PreConsumedQuota')
  const amount = priceWeighed(price.weighed, usageOf({ input: promptEstimate, output, tools: offeredTools }))
  const wish = { userId: caller.userId, tokenId: caller.tokenId, amount }
  const { hold: take } = domain.ledger
  // The call that asked for it holds about as much, and is about to give it back: that is waited for.
  const hold = await take({ ...wish, least: amount }).catch(() => take({ ...wish, least: 1 }))
  domain.storedResponses.setAside(response, hold)
}
