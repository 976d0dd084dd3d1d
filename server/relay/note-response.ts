import type { Exchange } from '#protocols/exchange.ts'
import { searchSizeOf } from '#protocols/offered-tools.ts'
import type { Protocol } from '#protocols/protocol.ts'
import { usageOf } from '#protocols/usage.ts'
import type { Channel } from '../domain/channel-pool.ts'
import type { Domain } from '../domain/domain.ts'
import { priceWeighed } from '../domain/pricing.ts'
import type { Owed, StoredResponse } from '../domain/stored-responses.ts'
import type { Admission } from './admit.ts'
import type { Caller } from './authenticate.ts'
import type { Call } from './call.ts'
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

/**
 * Listens to an answer on its way through, for the id under which its upstream keeps it. One that is made in the
 * background costs nothing yet: it is charged when it is finished, whoever hears of that first.
 */
export const noting = (domain: Domain, kept: Kept, exchange: Exchange, maker: Maker): Exchange => {
  const isLater = maker.call.outline.storage?.background === true
  const note = (id: string | undefined, isOwed: boolean) => {
    if (id !== undefined) remember(domain, maker, id, isOwed)
  }
  return {
    ...exchange,
    whole: (bytes) => {
      // Not every upstream does as it is asked: what is finished at once is charged at once.
      const isOwed = isLater && kept.isRunning(bytes)
      note(kept.idOf(bytes), isOwed)
      const answer = exchange.whole(bytes)
      return isOwed ? { ...answer, usage: nothing, tools: undefined, textBytes: 0 } : answer
    },
    tap: () => {
      const tap = exchange.tap()
      let early: Buffer | undefined = Buffer.alloc(0)
      const listen = (chunk: Buffer) => {
        if (early === undefined) return
        early = early.length === 0 ? chunk : Buffer.concat([early, chunk])
        const id = kept.idOf(early)
        note(id, isLater)
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
  { caller, call, admission, channel, key, upstreamModel }: Maker,
  id: string,
  isOwed: boolean,
) => {
  const { username, userGroup, acceptsUnpriced, tokenId, tokenName, group } = caller
  const { model, offeredTools } = call.outline
  const isCallPaid = admission?.price.card.modelPrice !== undefined
  const searchSize = searchSizeOf(offeredTools)
  const whose = { username, userGroup, acceptsUnpriced, tokenId, tokenName, group }
  const owed: Owed = { ...whose, model, upstreamModel, isCallPaid, searchSize }
  const response: StoredResponse = {
    userId: caller.userId,
    id,
    channelId: channel.id,
    keyPlace: Math.max(0, channel.allKeys.indexOf(key)),
    owed: isOwed ? owed : undefined,
  }
  domain.storedResponses.remember(response)
  if (isOwed) {
    setAside(domain, call, response, owed).catch((error: unknown) =>
      domain.log.debug('nothing is left to set aside for a response', { user: caller.userId, error }),
    )
  }
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
