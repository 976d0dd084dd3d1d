import { ApplicationError } from '#contract/errors.ts'
import { priceWeighed } from '#pricing/price.ts'
import { inputTokens, outputTokens, type Usage, usageOf } from '#pricing/usage.ts'
import { realtime } from '#protocols/index.ts'
import type { RealtimeClientEvent, RealtimeServerEvent, TranscriptionUsage } from '#protocols/realtime.ts'
import type { Route } from '#providers/provider.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import type { Domain } from '../../domain/domain.ts'
import type { Hold, HoldWish } from '../../domain/money/accounts.ts'
import type { Settlement } from '../../domain/money/ledger.ts'
import type { ModelPrice } from '../../domain/money/prices.ts'
import type { RunningCall } from '../../domain/money/running-calls.ts'
import { type Admission, admit } from '../admit.ts'
import { affordable } from '../affordable.ts'
import type { Caller } from '../authenticate.ts'
import type { Call } from '../call.ts'
import type { Delivery } from '../delivery.ts'
import { recordOf } from '../record.ts'
import { Trace } from '../trace.ts'

/** Counts along with a session and charges it response by response, each with a hold and a log row of its own. */
export type RealtimeMeter = {
  client: (event: RealtimeClientEvent) => void
  server: (event: RealtimeServerEvent) => void
  /** Whether the hold still pays for what is being said; it grows as long as there is something left. */
  covers: () => boolean | Promise<boolean>
  /** Charges a response that has ended; resolves once the charge is durable. */
  respond: (done: { status: string; usage: Usage | undefined }) => Promise<void>
  /** Charges words that were written down, by another model or in a session for nothing else. */
  transcribe: (usage: TranscriptionUsage | undefined) => Promise<void>
  /** Sets aside what the next response will cost; throws when that is not there, or the model is no longer allowed. */
  renew: () => Promise<void>
  /** Charges a response that was broken off, and gives back the rest. */
  end: (ending: Delivery['ending']) => Promise<void>
}

type Parts = {
  domain: Pick<
    Domain,
    'clock' | 'options' | 'ledger' | 'pool' | 'prices' | 'settlements' | 'runningCalls' | 'tokenCounter'
  >
  caller: Caller
  call: Call
  channel: Channel
  route: Route
  /** Of the first response. */
  admission: Admission
  /** How the session came about. */
  opening: Trace
  nextRequestId: () => string
}

/** As the makers of transcriptions that are priced by tokens count a minute of sound. */
const tokensPerMinute = 1000

export const createRealtimeMeter = (parts: Parts): RealtimeMeter => {
  const { domain, caller, call, channel, route, opening, nextRequestId } = parts
  const { ledger } = domain
  const isTranscription = realtime.isTranscription(call.query)
  const count = realtime.createLocalCount()
  let admission: Admission | undefined = parts.admission
  let trace = traceOf()
  let last: Usage | undefined
  let transcriptionModel: string | undefined

  let running = begin()

  /** The response that is being made, as it is known on disk once it goes on for a second. */
  function begin(): RunningCall {
    const response: RunningCall = {
      begunAt: domain.clock.monotonic(),
      cutOff,
      settled: undefined,
      noted: undefined,
      hasEnded: false,
    }
    domain.runningCalls.begin(response)
    return response
  }

  function traceOf(): Trace {
    const begun = new Trace(domain.clock, nextRequestId())
    begun.attempts.push(...opening.attempts)
    begun.skipped.push(...opening.skipped)
    return begun
  }

  const covered = (usage: Usage): Usage =>
    admission === undefined ? usage : affordable(admission.price.weighed, usage, admission.hold.amount)

  /** As its end would charge it, if that were now. */
  function cutOff(): Settlement | undefined {
    const usage = covered(count.seen())
    if (admission === undefined || admission.hold.state === 'closed' || outputTokens(usage) === 0) return undefined
    const { price } = admission
    const charge = { usage, estimated: true, price, quota: priceWeighed(price.weighed, usage) }
    const delivery: Delivery = { usage, textBytes: 0, ending: 'process_ended', firstByteMs: undefined }
    const request = { channel, route, model: route.model }
    return recordOf(domain, { caller, call, request, trace }, delivery, charge)
  }

  const settle = async (
    hold: Admission['hold'],
    model: string,
    charge: { usage: Usage; estimated: boolean; price: ModelPrice },
    ending: Delivery['ending'],
  ): Promise<void> => {
    const quota = priceWeighed(charge.price.weighed, charge.usage)
    const named = { ...call, outline: { ...call.outline, model } }
    const request = { channel, route, model: model === call.outline.model ? route.model : model }
    const delivery: Delivery = { usage: charge.usage, textBytes: 0, ending, firstByteMs: undefined }
    const settlement = recordOf(domain, { caller, call: named, request, trace }, delivery, { ...charge, quota })
    const response = running
    response.hasEnded = true
    trace = traceOf()
    running = begin()
    try {
      await ledger.settle(hold, settlement)
      response.settled = settlement
    } finally {
      domain.runningCalls.end(response)
    }
  }

  const charge = async (usage: Usage, estimated: boolean, ending: Delivery['ending']): Promise<void> => {
    if (admission === undefined) return
    const { hold, price } = admission
    admission = undefined
    last = usage
    await settle(hold, call.outline.model, { usage, estimated, price }, ending)
  }

  const holdOf = async (wish: HoldWish): Promise<Hold | undefined> => ledger.hold(wish)

  const giveUpHold = () => {
    const hold = admission?.hold
    admission = undefined
    return hold
  }

  const take = async (): Promise<Admission> => {
    const taken = await admit(domain, caller, call)
    const { hold, price } = taken
    // The next response reads what the last one read, and more.
    const read = last === undefined ? 0 : priceWeighed(price.weighed, { ...last, ...nothingWritten })
    const usual = last === undefined ? 0 : priceWeighed(price.weighed, last)
    if (usual > hold.amount) await ledger.extend(hold, usual - hold.amount)
    if (hold.amount >= read) return taken
    ledger.release(hold)
    throw new ApplicationError('quota_insufficient')
  }

  return {
    client: (event) => {
      if (event.kind === 'session') transcriptionModel = event.session.transcriptionModel ?? transcriptionModel
      count.client(event)
    },
    server: (event) => {
      if (event.kind === 'session') transcriptionModel = event.session.transcriptionModel ?? transcriptionModel
      count.server(event)
    },
    covers: () => {
      if (admission === undefined) return true
      const { hold, price, stretch } = admission
      const running = priceWeighed(price.weighed, count.seen())
      if (running <= hold.amount) return true
      return ledger.extend(hold, Math.max(stretch.amount, running - hold.amount))
    },
    respond: async ({ status, usage }) => {
      const counted = count.take()
      // What failed without a word of usage was not paid for by anybody.
      if (usage === undefined && status === 'failed') return
      const used = usage ?? counted
      if (isNothing(used)) return
      await charge(used, usage === undefined, 'complete')
    },
    transcribe: async (told) => {
      const known = told?.kind === 'duration' ? ofDuration(told.seconds) : told?.usage
      // What was heard is the session's own only where nothing answers it.
      const counted = isTranscription ? count.take() : undefined
      const usage = known ?? counted
      if (usage === undefined || isNothing(usage) || admission === undefined) return
      if (isTranscription) last = usage
      const writer = isTranscription ? undefined : transcriptionModel
      const own = writer === undefined ? undefined : domain.prices.find(writer, caller)
      const price = own ?? admission.price
      const model = own === undefined ? call.outline.model : (writer ?? call.outline.model)
      const amount = priceWeighed(price.weighed, usage)
      const wish = { userId: caller.userId, tokenId: caller.tokenId, amount, least: amount }
      // What was said is owed: where nothing else is left, or nothing answers, the hold of the response pays for it.
      const hold = isTranscription ? giveUpHold() : await holdOf(wish).catch(() => giveUpHold())
      if (hold !== undefined) await settle(hold, model, { usage, estimated: known === undefined, price }, 'complete')
    },
    renew: async () => {
      admission ??= await take()
    },
    end: async (ending) => {
      const counted = count.take()
      // What was ended for want of quota costs no more than could be set aside for it.
      const usage = ending === 'out_of_quota' ? covered(counted) : counted
      try {
        if (outputTokens(counted) > 0) await charge(usage, true, ending)
      } finally {
        if (admission !== undefined) ledger.release(admission.hold)
        admission = undefined
        domain.runningCalls.end(running)
      }
    },
  }
}

const nothingWritten = { output: 0, reasoning: 0, audioOutput: 0, imageOutput: 0 }

const isNothing = (usage: Usage): boolean => inputTokens(usage) + outputTokens(usage) === 0

const ofDuration = (seconds: number): Usage => usageOf({ input: Math.ceil((seconds / 60) * tokensPerMinute) })
