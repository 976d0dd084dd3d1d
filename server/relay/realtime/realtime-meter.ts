import { ApplicationError } from '#contract/errors.ts'
import { priceWeighed } from '#pricing/price.ts'
import { inputTokens, outputTokens, type Usage, usageOf } from '#pricing/usage.ts'
import { realtime } from '#protocols/index.ts'
import type { LocalCount, RealtimeClientEvent, RealtimeServerEvent, TranscriptionUsage } from '#protocols/realtime.ts'
import type { Route } from '#providers/provider.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import type { Domain } from '../../domain/domain.ts'
import type { Hold } from '../../domain/money/accounts.ts'
import type { Settlement } from '../../domain/money/ledger.ts'
import type { ModelPrice } from '../../domain/money/prices.ts'
import type { RunningCall } from '../../domain/money/running-calls.ts'
import { type Admission, admit } from '../admit.ts'
import { affordable } from '../affordable.ts'
import type { Caller } from '../authenticate.ts'
import type { Call } from '../call.ts'
import { creditOf } from '../cover.ts'
import type { Delivery } from '../delivery.ts'
import { recordOf } from '../record.ts'
import { Trace } from '../trace.ts'

/** Counts along with a session and charges it response by response, each with a hold and a log row of its own. */
export type RealtimeMeter = {
  client: (event: RealtimeClientEvent) => void
  server: (event: RealtimeServerEvent) => void
  /**
   * Whether the hold still pays for what is being said; it grows as long as there is something left. Rejects when nobody
   * could tell for longer than there is credit.
   */
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
    | 'clock'
    | 'options'
    | 'ledger'
    | 'pool'
    | 'prices'
    | 'promptRatios'
    | 'settlements'
    | 'runningCalls'
    | 'tokenCounter'
  >
  caller: Caller
  call: Call
  channel: Channel
  route: Route
  /** Of the first response. */
  admission: Admission
  /** Counts what is said. */
  count: LocalCount
  /** How the session came about. */
  opening: Trace
  nextRequestId: () => string
}

/** As the makers of transcriptions that are priced by tokens count a minute of sound. */
const tokensPerMinute = 1000

export const createRealtimeMeter = (parts: Parts): RealtimeMeter => new Meter(parts)

type Charge = { usage: Usage; estimated: boolean; price: ModelPrice }

class Meter implements RealtimeMeter {
  readonly #parts: Parts
  readonly #isTranscription: boolean
  readonly #count: LocalCount
  #admission: Admission | undefined
  #trace: Trace
  /** What the last response used. */
  #last: Usage | undefined
  #transcriptionModel: string | undefined
  #running: RunningCall

  constructor(parts: Parts) {
    this.#parts = parts
    this.#isTranscription = realtime.isTranscription(parts.call.query)
    this.#admission = parts.admission
    this.#count = parts.count
    this.#trace = this.#beginTrace()
    this.#running = this.#beginResponse()
  }

  client(event: RealtimeClientEvent): void {
    if (event.kind === 'session') this.#noteModel(event.session.transcriptionModel)
    this.#count.client(event)
  }

  server(event: RealtimeServerEvent): void {
    if (event.kind === 'session') this.#noteModel(event.session.transcriptionModel)
    this.#count.server(event)
  }

  covers(): boolean | Promise<boolean> {
    if (this.#admission === undefined) return true
    const { hold, price, stretch } = this.#admission
    const running = priceWeighed(price.weighed, this.#count.seen())
    if (running <= hold.amount) return true
    const extended = this.#parts.domain.ledger.extend(hold, Math.max(stretch.amount, running - hold.amount))
    if (!(extended instanceof Promise)) return extended
    return extended.catch((error: unknown) => {
      if (running - hold.amount <= creditOf({ stretch })) return true
      throw error
    })
  }

  async respond({ status, usage }: { status: string; usage: Usage | undefined }): Promise<void> {
    const counted = this.#count.take()
    // What failed without a word of usage was not paid for by anybody.
    if (usage === undefined && status === 'failed') return
    const used = usage ?? counted
    if (isNothing(used)) return
    await this.#charge(used, usage === undefined, 'complete')
  }

  async transcribe(told: TranscriptionUsage | undefined): Promise<void> {
    const { domain, caller, call } = this.#parts
    const known = told?.kind === 'duration' ? ofDuration(told.seconds) : told?.usage
    // What was heard is the session's own only where nothing answers it.
    const counted = this.#isTranscription ? this.#count.take() : undefined
    const usage = known ?? counted
    if (usage === undefined || isNothing(usage) || this.#admission === undefined) return
    if (this.#isTranscription) this.#last = usage
    const writer = this.#isTranscription ? undefined : this.#transcriptionModel
    const own = writer === undefined ? undefined : domain.prices.find(writer, caller)
    const price = own ?? this.#admission.price
    const model = own === undefined ? call.outline.model : (writer ?? call.outline.model)
    const hold = await this.#holdForWords(priceWeighed(price.weighed, usage))
    if (hold === undefined) return
    await this.#settle(hold, model, { usage, estimated: known === undefined, price }, 'complete')
  }

  async renew(): Promise<void> {
    this.#admission ??= await this.#admit()
  }

  async end(ending: Delivery['ending']): Promise<void> {
    const { ledger, runningCalls } = this.#parts.domain
    const counted = this.#count.take()
    // What was ended for want of quota costs no more than could be set aside for it.
    const usage = ending === 'out_of_quota' ? this.#covered(counted) : counted
    try {
      if (outputTokens(counted) > 0) await this.#charge(usage, true, ending)
    } finally {
      if (this.#admission !== undefined) ledger.release(this.#admission.hold)
      this.#admission = undefined
      runningCalls.end(this.#running)
    }
  }

  #noteModel(model: string | undefined): void {
    this.#transcriptionModel = model ?? this.#transcriptionModel
  }

  /** The response that is being made, as it is known on disk once it goes on for a second. */
  #beginResponse(): RunningCall {
    const { clock, runningCalls } = this.#parts.domain
    const response: RunningCall = {
      begunAt: clock.monotonic(),
      cutOff: () => this.#cutOff(),
      settled: undefined,
      noted: undefined,
      hasEnded: false,
    }
    runningCalls.begin(response)
    return response
  }

  #beginTrace(): Trace {
    const { domain, nextRequestId, opening } = this.#parts
    const trace = new Trace(domain.clock, nextRequestId())
    trace.attempts.push(...opening.attempts)
    trace.skipped.push(...opening.skipped)
    return trace
  }

  #covered(usage: Usage): Usage {
    if (this.#admission === undefined) return usage
    const { hold, price } = this.#admission
    return affordable(price.weighed, usage, hold.amount)
  }

  /** As its end would charge it, if that were now. */
  #cutOff(): Settlement | undefined {
    const { domain, caller, call, channel, route } = this.#parts
    const admission = this.#admission
    const usage = this.#covered(this.#count.seen())
    if (admission === undefined || admission.hold.state === 'closed' || outputTokens(usage) === 0) return undefined
    const { price } = admission
    const charge = { usage, estimated: true, price, quota: priceWeighed(price.weighed, usage) }
    const delivery: Delivery = { usage, textBytes: 0, ending: 'process_ended', firstByteMs: undefined }
    const request = { channel, route, model: route.model }
    return recordOf(domain, { caller, call, request, trace: this.#trace }, delivery, charge)
  }

  async #charge(usage: Usage, estimated: boolean, ending: Delivery['ending']): Promise<void> {
    const admission = this.#admission
    if (admission === undefined) return
    this.#admission = undefined
    this.#last = usage
    const { hold, price } = admission
    await this.#settle(hold, this.#parts.call.outline.model, { usage, estimated, price }, ending)
  }

  async #settle(hold: Hold, model: string, charge: Charge, ending: Delivery['ending']): Promise<void> {
    const { domain, caller, call, channel, route } = this.#parts
    const quota = priceWeighed(charge.price.weighed, charge.usage)
    const named = { ...call, outline: { ...call.outline, model } }
    const request = { channel, route, model: model === call.outline.model ? route.model : model }
    const delivery: Delivery = { usage: charge.usage, textBytes: 0, ending, firstByteMs: undefined }
    const recorded = { caller, call: named, request, trace: this.#trace }
    const settlement = recordOf(domain, recorded, delivery, { ...charge, quota })
    const response = this.#running
    response.hasEnded = true
    this.#trace = this.#beginTrace()
    this.#running = this.#beginResponse()
    try {
      await domain.ledger.settle(hold, settlement)
      response.settled = settlement
    } finally {
      domain.runningCalls.end(response)
    }
  }

  /** What was said is owed: where nothing else is left, or nothing answers, the hold of the response pays for it. */
  async #holdForWords(amount: number): Promise<Hold | undefined> {
    const { domain, caller } = this.#parts
    if (this.#isTranscription) return this.#giveUpHold()
    const { userId, tokenId } = caller
    try {
      return await domain.ledger.hold({ userId, tokenId, amount, least: amount })
    } catch {
      return this.#giveUpHold()
    }
  }

  #giveUpHold(): Hold | undefined {
    const hold = this.#admission?.hold
    this.#admission = undefined
    return hold
  }

  async #admit(): Promise<Admission> {
    const { domain, caller, call } = this.#parts
    const admission = await admit(domain, caller, call)
    const { hold, price } = admission
    const last = this.#last
    // The next response reads what the last one read, and more.
    const read = last === undefined ? 0 : priceWeighed(price.weighed, { ...last, ...nothingWritten })
    const usual = last === undefined ? 0 : priceWeighed(price.weighed, last)
    try {
      if (usual > hold.amount) await domain.ledger.extend(hold, usual - hold.amount)
      if (hold.amount >= read) return admission
      throw new ApplicationError('quota_insufficient')
    } catch (error) {
      domain.ledger.release(hold)
      throw error
    }
  }
}

const nothingWritten = { output: 0, reasoning: 0, audioOutput: 0, imageOutput: 0 }

const isNothing = (usage: Usage): boolean => inputTokens(usage) + outputTokens(usage) === 0

const ofDuration = (seconds: number): Usage => usageOf({ input: Math.ceil((seconds / 60) * tokensPerMinute) })
