import { WebSocket } from 'ws'
import { ApplicationError } from '#contract/errors.ts'
import type { ServerLanguage } from '#contract/languages.ts'
import { ProtocolError } from '#protocols/failure.ts'
import { realtime } from '#protocols/index.ts'
import type { MadeThing } from '#protocols/named-things.ts'
import type {
  ClientReading,
  RealtimeClientEvent,
  RealtimeServerEvent,
  SessionDialect,
  SessionReader,
} from '#protocols/realtime.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import type { Domain } from '../../domain/domain.ts'
import { withoutSecrets } from '../../domain/words/upstream-words.ts'
import { withCleanAnswer } from '../answer-words.ts'
import type { Call } from '../call.ts'
import { checkWordsOf } from '../check-words.ts'
import type { Delivery } from '../delivery.ts'
import { missing } from '../named-things.ts'
import { clientErrorOf, type Refusal } from '../refuse.ts'
import type { RealtimeMeter } from './realtime-meter.ts'
import { renamed, transcribedBy } from './realtime-model.ts'
import { abnormal, close, codes, listen, type Message, pass, sendable } from './realtime-side.ts'
import { failureOfClose, readMessage } from './session-messages.ts'

/** A running session between a client and an upstream. */
export type RealtimeSession = {
  /** Looks at the session's age, its silence and its owner: called about once a second. */
  tick: () => void
  /** Ends it as soon as nothing is being said. */
  leave: () => void
  /** Ends it now. */
  stop: () => void
  /** Resolves when both sides are closed and everything is charged. */
  ended: Promise<void>
}

type Parts = {
  domain: Pick<Domain, 'clock' | 'log' | 'options' | 'sensitiveWords'>
  call: Call
  dialect: SessionDialect
  reader: SessionReader
  upstreamModel: string
  channel: Channel
  client: WebSocket
  upstream: WebSocket
  /** What either side said before the session began. */
  held: { client: readonly Message[]; upstream: readonly Message[] }
  meter: RealtimeMeter
  /** Notes what the upstream keeps of the session. */
  keep: (thing: MadeThing) => void
  /** Counts a response where calls are limited, and throws when there were too many. */
  countCall: () => Promise<void>
  /** Throws when the key may not use a model that is paid beside the session's own. */
  checkModel: (model: string) => void
  /** What its client's key says of the session: as if the client had said it first. */
  opening: Buffer | undefined
  /** Throws when the key or its owner may no longer call. */
  checkCaller: () => Promise<void>
  requestId: string
  language: ServerLanguage
}

const pingEveryMs = 30_000
const longestSilenceMs = 15 * 60_000
const longestSessionMs = 60 * 60_000

/** `isFinal`: the code stays as it is, whatever the dialect would close with for the error. */
type Ending = { code: number; isFinal?: boolean; reason?: Buffer; error?: unknown; ending: Delivery['ending'] }

/** Passes messages on in both directions, with back-pressure, until either side ends it or it may not go on. */
export const runSession = (parts: Parts): RealtimeSession => new Session(parts)

class Session implements RealtimeSession {
  readonly ended: Promise<void>
  readonly #parts: Parts
  readonly #isTranscription: boolean
  readonly #begunAt: number
  #heardAt: number
  #pingedAt: number
  #isAlive = true
  #isSpeaking = false
  #isLeaving = false
  #isOver = false
  /** A turn is over, and nobody told yet what it used. */
  #isUntold = false
  #errors = 0
  /** While a response is charged and the next one is paid for, nothing passes. */
  #charging: Promise<void> | undefined
  #finish: () => void = () => {}

  constructor(parts: Parts) {
    const { domain, call } = parts
    this.#parts = parts
    this.#isTranscription = realtime.isTranscription(call.query)
    this.#begunAt = domain.clock.monotonic()
    this.#heardAt = this.#begunAt
    this.#pingedAt = this.#begunAt
    this.ended = new Promise<void>((resolve) => {
      this.#finish = resolve
    })
    this.#listen()
  }

  tick(): void {
    if (this.#isOver) return
    const now = this.#parts.domain.clock.monotonic()
    if (now - this.#begunAt > longestSessionMs) {
      this.#end({ code: codes.tooLong, error: new ApplicationError('realtime_too_long'), ending: 'complete' })
    } else if (now - this.#heardAt > longestSilenceMs) {
      this.#end({ code: codes.tooLong, error: new ApplicationError('realtime_idle'), ending: 'complete' })
    } else {
      this.#ping(now)
      this.#checkCaller().catch((error: unknown) => this.#endWith(error))
    }
  }

  leave(): void {
    this.#isLeaving = true
    if (!this.#isSpeaking) this.#end({ code: codes.goingAway, ending: 'complete' })
  }

  stop(): void {
    const error = new ApplicationError('stream_gateway_stopped')
    this.#end({ code: codes.goingAway, isFinal: true, error, ending: 'gateway_stopped' })
  }

  #listen(): void {
    const { domain, client, upstream, opening, held } = this.#parts
    client.on('error', () => {})
    upstream.on('error', () => {})
    client.on('close', (code, reason) => this.#end({ code: sendable(code), reason, ending: 'client_gone' }))
    upstream.on('close', (code, reason) => this.#upstreamClosed(code, reason))
    client.on('pong', () => {
      this.#isAlive = true
    })
    if (opening !== undefined) void this.#takeFromClient({ data: opening, isBinary: false })
    const takeFromClient = (message: Message) => {
      this.#heardAt = domain.clock.monotonic()
      this.#isAlive = true
      return this.#isOver ? undefined : this.#takeFromClient(message)
    }
    const takeFromUpstream = (message: Message) => {
      this.#heardAt = domain.clock.monotonic()
      return this.#isOver ? undefined : this.#takeFromUpstream(message)
    }
    listen(upstream, takeFromUpstream, held.upstream)
    listen(client, takeFromClient, held.client)
  }

  #upstreamClosed(code: number, reason: Buffer): void {
    const { channel, dialect } = this.#parts
    const ending = 'upstream_error'
    const words = withoutSecrets(channel, reason.toString('utf8'))
    const told = dialect.problemOfClose?.(code, words)
    if (told !== undefined) {
      const error = failureOfClose(channel, told)
      this.#end({ code, isFinal: error.refusal?.about === 'request', error, ending })
    } else if (code !== abnormal) this.#end({ code: sendable(code), reason: Buffer.from(words), ending })
    else this.#end({ code: codes.broken, error: new ApplicationError('upstream_unreachable'), ending })
  }

  #takeFromClient(message: Message): void | Promise<void> {
    if (this.#charging !== undefined) return this.#charging.then(() => this.#takeFromClient(message))
    if (this.#isOver) return
    const { dialect, meter, reader, upstream } = this.#parts
    const reading = reader.client(message.data)
    let checked: Message
    try {
      checked = this.#checked(reading, message)
    } catch (error) {
      if (dialect.writeErrorEvent === undefined) this.#endWith(error)
      else this.#tellError(error)
      return
    }
    for (const event of reading.events) {
      if (event.kind === 'response_wanted') this.#isSpeaking = true
      meter.client(event)
    }
    return pass(upstream, checked)
  }

  /** A message as the upstream may have it; throws what its client is told. */
  #checked({ events, checked }: ClientReading, message: Message): Message {
    if (checked !== undefined) this.#checkMessage(checked)
    for (const event of events) {
      const named = 'named' in event ? event.named?.[0] : undefined
      if (named !== undefined) throw missing(named)
    }
    const session = events.find((event) => event.kind === 'session')
    return session === undefined ? message : this.#checkedSession(session, message)
  }

  #checkedSession({ session }: SessionEvent, message: Message): Message {
    const { call, dialect, upstreamModel, checkModel } = this.#parts
    if (dialect.writeErrorEvent === undefined) throw new ProtocolError('setup', 'must stand in the first message alone')
    const writer = session.transcriptionModel
    if (!this.#isTranscription && writer !== undefined) checkModel(writer)
    const model = this.#isTranscription ? writer : session.model
    if (model === undefined || model === upstreamModel) return message
    if (model !== call.outline.model) throw new ApplicationError('realtime_model_fixed', { model: call.outline.model })
    return this.#isTranscription ? transcribedBy(message, upstreamModel) : renamed(message, upstreamModel)
  }

  /** What is neither sound nor clear to every reader does not pass, nor what holds a word that is not let through. */
  #checkMessage(bytes: Buffer): void {
    const { domain, dialect } = this.#parts
    checkWordsOf(domain, readMessage(bytes, dialect.names), dialect.names)
  }

  #takeFromUpstream(message: Message): void | Promise<void> {
    const { meter, reader } = this.#parts
    const events = reader.server(message.data)
    if (this.#isUntold && events.some(isOutput)) {
      // The next turn begins: what the last one used is not told any more.
      this.#isUntold = false
      return this.#chargeThen(() => meter.respond(untold)).then(() => this.#passFromUpstream(message, events))
    }
    return this.#passFromUpstream(message, events)
  }

  #passFromUpstream(message: Message, events: readonly RealtimeServerEvent[]): void | Promise<void> {
    if (this.#isOver) return
    const { domain, client, keep, meter } = this.#parts
    let charge: (() => Promise<void>) | undefined
    for (const event of events) {
      meter.server(event)
      switch (event.kind) {
        case 'output_audio':
        case 'output_text':
          this.#isSpeaking = true
          break
        case 'response_done':
          this.#isSpeaking = false
          this.#isUntold = false
          charge = () => meter.respond(event)
          break
        case 'transcription':
          charge = () => meter.transcribe(event.usage)
          break
        case 'turn_done':
          this.#isSpeaking = false
          this.#isUntold = !event.isTold
          break
        case 'error':
          if (!domain.options.get('global.hide_upstream_error_enabled')) break
          this.#tellError(new ApplicationError('upstream_hidden', { status: 400 }))
          return
        case 'kept':
          keep(event.thing)
          break
        case 'session':
        case 'other':
      }
    }
    if (charge !== undefined) return this.#chargeThen(charge, this.#clean(message))
    return events.some(isOutput) ? this.#passOutput(message) : pass(client, this.#clean(message))
  }

  /** What is being said leaves as long as it is paid for. */
  #passOutput(message: Message): void | Promise<void> {
    const { client, meter } = this.#parts
    const covered = meter.covers()
    const passed = pass(client, message)
    if (covered === true) return passed
    return Promise.resolve(covered).then(
      async (isCovered) => {
        if (!isCovered) this.#endWith(new ApplicationError('stream_out_of_quota'))
        await passed
      },
      (error: unknown) => this.#endWith(error),
    )
  }

  /** The message that tells a charge leaves once the charge is durable. */
  #chargeThen(charge: () => Promise<void>, message?: Message): Promise<void> {
    this.#charging = this.#chargeAndRenew(charge, message)
      .catch((error: unknown) => this.#endWith(error))
      .finally(() => {
        this.#charging = undefined
      })
    return this.#charging
  }

  async #chargeAndRenew(charge: () => Promise<void>, message: Message | undefined): Promise<void> {
    const { client, countCall, meter } = this.#parts
    await charge()
    if (message !== undefined) await pass(client, message)
    if (this.#isOver) return
    if (this.#isLeaving) {
      this.#end({ code: codes.goingAway, ending: 'complete' })
      return
    }
    await this.#checkCaller()
    await countCall()
    await meter.renew()
  }

  async #checkCaller(): Promise<void> {
    try {
      await this.#parts.checkCaller()
    } catch (error) {
      if (isRefusal(error)) throw error
      const { domain, requestId } = this.#parts
      domain.log.debug('the owner of a session could not be looked up', { requestId, error })
    }
  }

  #ping(now: number): void {
    if (now - this.#pingedAt < pingEveryMs) return
    const { client, upstream } = this.#parts
    this.#pingedAt = now
    if (!this.#isAlive) {
      client.terminate()
      return
    }
    this.#isAlive = false
    client.ping()
    if (upstream.readyState === WebSocket.OPEN) upstream.ping()
  }

  #clean({ data, isBinary }: Message): Message {
    return { data: withCleanAnswer(data, this.#parts.channel), isBinary }
  }

  /** As an event, where there are such; and in any case as its client may read it. */
  #tellError(error: unknown): Refusal {
    const { call, client, dialect, domain, language, requestId } = this.#parts
    this.#errors += 1
    const told = clientErrorOf(error, { requestId, language, protocol: call.protocol }, domain)
    const event = dialect.writeErrorEvent?.(told, `event_${requestId}_${this.#errors}`)
    if (event !== undefined && client.readyState === WebSocket.OPEN) client.send(event)
    return told
  }

  #endWith(error: unknown): void {
    if (error instanceof ApplicationError && error.code === 'storage_unavailable') {
      this.#end({ code: codes.broken, error, ending: 'quota_unknown' })
      return
    }
    const isQuota = error instanceof ApplicationError && quotaCodes.has(error.code)
    const code = isQuota ? codes.outOfQuota : codes.policy
    this.#end({ code, error, ending: isQuota ? 'out_of_quota' : 'complete' })
  }

  #end({ code, isFinal = false, reason, error, ending }: Ending): void {
    if (this.#isOver) return
    const { client, dialect, domain, meter, requestId, upstream } = this.#parts
    this.#isOver = true
    const told = error === undefined ? undefined : this.#tellError(error)
    const said = told && dialect.closeFor?.(told)
    if (said === undefined) close(client, code, reason)
    else close(client, isFinal ? code : said.code, Buffer.from(said.reason))
    close(upstream, code, reason)
    const settled = (this.#charging ?? Promise.resolve()).catch(() => {}).then(() => meter.end(ending))
    settled
      .catch((failure: unknown) =>
        domain.log.error('the end of a session was not charged', { requestId, error: failure }),
      )
      .finally(this.#finish)
  }
}

type SessionEvent = Extract<RealtimeClientEvent, { kind: 'session' }>

const untold = { status: 'completed', usage: undefined }

const isOutput = ({ kind }: RealtimeServerEvent): boolean => kind === 'output_audio' || kind === 'output_text'

const quotaCodes: ReadonlySet<string> = new Set([
  'quota_insufficient',
  'token_quota_insufficient',
  'stream_out_of_quota',
  'key_exhausted',
])

/** Whether an error means that the key or its owner may no longer call, and not only that nobody can tell just now. */
const isRefusal = (error: unknown): boolean => error instanceof ApplicationError && error.status < 500
