import { priceWeighed } from '#pricing/price.ts'
import { inputTokens, outputTokens, type Usage, usageOf } from '#pricing/usage.ts'
import type { Exchange } from '#protocols/exchange.ts'
import { searchSizeOf } from '#protocols/offered-tools.ts'
import type { Protocol, StreamTap } from '#protocols/protocol.ts'
import type { Domain } from '../../domain/domain.ts'
import type { StoredResponse } from '../../domain/stored-responses.ts'
import { taskOfAnswer } from '../../domain/tasks/answer-task.ts'
import { longestStreamSeconds, type Owed } from '../../domain/tasks/owed-answer.ts'
import type { NewTask } from '../../domain/tasks/task.ts'
import { mostApartSeconds, nowSeconds } from '../../lib/clock.ts'
import type { Admission } from '../admit.ts'
import type { Caller } from '../authenticate.ts'
import type { Call } from '../call.ts'
import { countUsage } from '../count-usage.ts'
import type { Delivery } from '../delivery.ts'
import { priceOfOwed } from '../price-of.ts'
import type { UpstreamRequest } from '../upstream-request.ts'
import { usageSoFar } from '../usage-so-far.ts'

/** What listening to an answer that is kept takes. */
export type RecordingDomain = Pick<
  Domain,
  | 'clock'
  | 'log'
  | 'options'
  | 'ledger'
  | 'pool'
  | 'prices'
  | 'storedResponses'
  | 'tasks'
  | 'taskHolds'
  | 'tokenCounter'
>

type Kept = NonNullable<Protocol['kept']>
type Maker = {
  caller: Caller
  call: Call
  admission: Admission
  request: Pick<UpstreamRequest, 'channel' | 'model' | 'demands'>
  key: string
}
type Noted = { response: StoredResponse; owed: Owed; task: NewTask }

/**
 * Listens to an answer on its way through, for the id under which its upstream keeps it. One that is made in the
 * background costs nothing yet: it is charged when it is finished, whoever hears of that first.
 */
export const recordingResponse = (domain: RecordingDomain, kept: Kept, exchange: Exchange, maker: Maker): Exchange => {
  const isLater = maker.call.outline.storage?.background === true
  const note = (id: string, isOwed: boolean, usage?: Usage) => remember(domain, maker, id, isOwed, usage)
  return {
    ...exchange,
    whole: (bytes) => {
      // Not every upstream does as it is asked: what is finished at once is charged at once.
      const isOwed = isLater && kept.isRunning(bytes)
      const id = kept.idOf(bytes)
      const answer = exchange.whole(bytes)
      if (id !== undefined) note(id, isOwed, answer.usage)
      return isOwed ? { ...answer, usage: nothing, tools: undefined, textBytes: 0 } : answer
    },
    tap: () => {
      const tap = exchange.tap()
      let early: Buffer | undefined = Buffer.alloc(0)
      let noted: Noted | undefined
      let owing: Noted | undefined
      const listen = (chunk: Buffer) => {
        if (early === undefined) return
        early = early.length === 0 ? chunk : Buffer.concat([early, chunk])
        const id = kept.idOf(early)
        if (id !== undefined) noted = note(id, isLater)
        if (isLater) owing = noted
        if (id !== undefined || early.length > longestBeginning) early = undefined
      }
      const push = (chunk: Buffer) => {
        listen(chunk)
        return tap.push(chunk)
      }
      /** How long it became is known at its end. */
      const noteGiven = () => {
        const usage = tap.usage()
        if (owing !== undefined) keepGiven(domain, maker.call, owing, tap)
        else if (noted !== undefined && usage !== undefined) {
          domain.storedResponses.remember({ ...noted.response, contextTokens: contextTokens(usage) })
        }
      }
      return {
        ...tap,
        push,
        keepSoFar: () => {
          if (owing !== undefined) keepGivenSoFar(domain, maker.call, owing, tap)
        },
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

/** It says every second that it goes on. */
const streamLeaseSeconds = 90 + mostApartSeconds
/** The first event repeats the instructions and tools of its request. */
const longestBeginning = 1024 * 1024
const nothing = usageOf({})

/** The turns before it were read for it, and it is read with them the next time. */
export const contextTokens = (usage: Usage): number => inputTokens(usage) + outputTokens(usage)

const remember = (
  domain: RecordingDomain,
  { caller, call, admission, request, key }: Maker,
  id: string,
  isOwed: boolean,
  usage: Usage | undefined,
): Noted => {
  const { channel, model: upstreamModel, demands } = request
  const { username, userGroup, acceptsUnpriced, tokenId, tokenName, group } = caller
  const { model, offeredTools } = call.outline
  const isCallPaid = admission.price.card.modelPrice !== undefined
  const searchSize = searchSizeOf(offeredTools)
  const whose = { username, userGroup, acceptsUnpriced, tokenId, tokenName, group }
  const streamsUntil = call.outline.stream ? nowSeconds(domain.clock) + longestStreamSeconds : undefined
  const owed: Owed = { ...whose, model, upstreamModel, isCallPaid, searchSize, streamsUntil, times: demands?.times }
  const response: StoredResponse = {
    userId: caller.userId,
    id,
    channelId: channel.id,
    keyPlace: Math.max(0, channel.allKeys.indexOf(key)),
    contextTokens: usage === undefined ? undefined : contextTokens(usage),
  }
  const task = taskOfAnswer(response, owed, domain.clock.now())
  // First what it owes: it is written no later than where the answer is.
  if (isOwed) domain.tasks.keep(task)
  domain.storedResponses.remember(response)
  if (!isOwed) return { response, owed, task }
  setAside(domain, call, task, owed, isCallPaid ? 0 : admission.hold.amount).catch((error: unknown) =>
    domain.log.debug('nothing is left to set aside for a response', { user: caller.userId, error }),
  )
  return { response, owed, task }
}

/** An upstream that promised to keep an answer may know nothing of it later: then this is what it costs. */
const keepGiven = (domain: RecordingDomain, call: Call, { task, owed }: Noted, tap: StreamTap): void => {
  const keep = (usage: Usage, estimated: boolean) => {
    const given = { usage, estimated }
    domain.tasks.keep({ ...task, owed: { ...owed, streamsUntil: undefined, given } })
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
    (error: unknown) => domain.log.error('what a response gave could not be counted', { response: task.taskId, error }),
  )
}

/**
 * What it has come to by now, for the case that its process is killed: it is charged for that when nobody has said for
 * a while that its stream goes on.
 */
const keepGivenSoFar = (domain: RecordingDomain, call: Call, { task, owed }: Noted, tap: StreamTap): void => {
  const told = tap.usage()
  const given = { usage: told ?? usageSoFar(call, tap), estimated: told === undefined }
  const streamsUntil = nowSeconds(domain.clock) + streamLeaseSeconds
  domain.tasks.keep({ ...task, owed: { ...owed, streamsUntil, given } })
}

/** Until it is paid, what it will probably cost cannot be spent on something else. */
const setAside = async (
  domain: RecordingDomain,
  { outline }: Call,
  task: NewTask,
  owed: Owed,
  heldByCall: number,
): Promise<void> => {
  const { promptEstimate, maximumOutput, offeredTools } = outline
  const price = priceOfOwed(domain, owed)
  if (price === undefined) return
  const output = maximumOutput ?? domain.options.get('PreConsumedQuota')
  const usual = priceWeighed(price.weighed, usageOf({ input: promptEstimate, output, tools: offeredTools }))
  const amount = Math.max(usual, heldByCall)
  if (amount === 0) return
  const wish = { userId: task.userId, tokenId: owed.tokenId, amount }
  const { hold: take } = domain.ledger
  // The call that asked for it holds as much, and is about to give it back: that is waited for.
  const hold = await take({ ...wish, least: amount }).catch(() => take({ ...wish, least: 1 }))
  // It is written beside the task.
  await domain.tasks.drain()
  await domain.taskHolds.setAside(task, hold)
}
