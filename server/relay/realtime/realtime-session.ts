import { WebSocket } from 'ws'
import { ApplicationError } from '#contract/errors.ts'
import type { ServerLanguage } from '#contract/languages.ts'
import { realtime } from '#protocols/index.ts'
import { isObject } from '#protocols/json/json.ts'
import { memberNamesOf } from '#protocols/json/known-names.ts'
import { checkMemberNames, type MemberNames } from '#protocols/json/member-names.ts'
import type { RealtimeClientEvent } from '#protocols/realtime.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import type { Domain } from '../../domain/domain.ts'
import { withoutSecrets } from '../../domain/words/upstream-words.ts'
import { findJsonFault } from '../../lib/json-fault.ts'
import { parseJson } from '../../lib/json-limits.ts'
import { withCleanAnswer } from '../answer-words.ts'
import type { Call } from '../call.ts'
import { checkWordsOf } from '../check-words.ts'
import type { Delivery } from '../delivery.ts'
import { missing } from '../named-things.ts'
import { clientErrorOf } from '../refuse.ts'
import type { RealtimeMeter } from './realtime-meter.ts'
import { renamed, transcribedBy } from './realtime-model.ts'
import { abnormal, close, codes, listen, type Message, pass, sendable } from './realtime-side.ts'

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
  upstreamModel: string
  channel: Channel
  client: WebSocket
  upstream: WebSocket
  meter: RealtimeMeter
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

type Ending = { code: number; reason?: Buffer; error?: unknown; ending: Delivery['ending'] }

/** Passes messages on in both directions, with back-pressure, until either side ends it or it may not go on. */
export const runSession = (parts: Parts): RealtimeSession => new Session(parts)

class Session implements RealtimeSession {
  readonly ended: Promise<void>
  readonly #parts: Parts
  readonly #names: MemberNames
  readonly #isTranscription: boolean
  readonly #begunAt: number
  #heardAt: number
  #pingedAt: number
  #isAlive = true
  #isSpeaking = false
  #isLeaving = false
  #isOver = false
  #errors = 0
  /** While a response is charged and the next one is paid for, nothing passes. */
  #charging: Promise<void> | undefined
  #finish: () => void = () => {}

  constructor(parts: Parts) {
    const { domain, call } = parts
    this.#parts = parts
    this.#names = memberNamesOf(call.protocol.name)
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
    this.#end({ code: codes.goingAway, error, ending: 'gateway_stopped' })
  }

  #listen(): void {
    const { domain, client, upstream, channel, opening } = this.#parts
    if (opening !== undefined) void this.#takeFromClient({ data: opening, isBinary: false })
    client.on('pong', () => {
      this.#isAlive = true
    })
    listen(client, (message) => {
      this.#heardAt = domain.clock.monotonic()
      this.#isAlive = true
      return this.#isOver ? undefined : this.#takeFromClient(message)
    })
    listen(upstream, (message) => {
      this.#heardAt = domain.clock.monotonic()
      return this.#isOver ? undefined : this.#takeFromUpstream(message)
    })
    client.on('error', () => {})
    upstream.on('error', () => {})
    client.on('close', (code, reason) => this.#end({ code: sendable(code), reason, ending: 'client_gone' }))
    upstream.on('close', (code, reason) => {
      const ending = 'upstream_error'
      const words = Buffer.from(withoutSecrets(channel, reason.toString('utf8')))
      if (code !== abnormal) this.#end({ code: sendable(code), reason: words, ending })
      else this.#end({ code: codes.broken, error: new ApplicationError('upstream_unreachable'), ending })
    })
    upstream.resume()
  }

  #takeFromClient(message: Message): void | Promise<void> {
    if (this.#charging !== undefined) return this.#charging.then(() => this.#takeFromClient(message))
    const event = realtime.readClientEvent(message.data)
    let checked: Message
    try {
      checked = this.#checked(event, message)
    } catch (error) {
      this.#tellError(error)
      return
    }
    if (event.kind === 'response_wanted') this.#isSpeaking = true
    this.#parts.meter.client(event)
    return pass(this.#parts.upstream, checked)
  }

  /** A message as the upstream may have it; throws what its client is told. */
  #checked(event: RealtimeClientEvent, message: Message): Message {
    if (event.kind !== 'input_audio') this.#checkMessage(message.data)
    const named = 'named' in event ? event.named?.[0] : undefined
    if (named !== undefined) throw missing(named)
    if (event.kind !== 'session') return message
    const { call, upstreamModel, checkModel } = this.#parts
    const writer = event.session.transcriptionModel
    if (!this.#isTranscription && writer !== undefined) checkModel(writer)
    const model = this.#isTranscription ? writer : event.session.model
    if (model === undefined || model === upstreamModel) return message
    if (model !== call.outline.model) throw new ApplicationError('realtime_model_fixed', { model: call.outline.model })
    return this.#isTranscription ? transcribedBy(message, upstreamModel) : renamed(message, upstreamModel)
  }

  /** What is neither sound nor clear to every reader does not pass, nor what holds a word that is not let through. */
  #checkMessage(bytes: Buffer): void {
    const parsed = parseJson(bytes)
    if (!parsed.ok) throw new ApplicationError('body_malformed', { ...findJsonFault(bytes) })
    if (!isObject(parsed.value)) throw new ApplicationError('body_not_an_object')
    checkMemberNames(this.#names, parsed.value, parsed.members, bytes)
    checkWordsOf(this.#parts.domain, parsed.value, this.#names)
  }

  #takeFromUpstream(message: Message): void | Promise<void> {
    const { domain, client, meter } = this.#parts
    const event = realtime.readServerEvent(message.data)
    meter.server(event)
    switch (event.kind) {
      case 'output_audio':
      case 'output_text': {
        this.#isSpeaking = true
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
      case 'response_done':
        this.#isSpeaking = false
        return this.#chargeThen(() => meter.respond(event), this.#clean(message))
      case 'transcription':
        return this.#chargeThen(() => meter.transcribe(event.usage), this.#clean(message))
      case 'error':
        if (!domain.options.get('global.hide_upstream_error_enabled')) return pass(client, this.#clean(message))
        this.#tellError(new ApplicationError('upstream_hidden', { status: 400 }))
        return
      case 'session':
      case 'other':
        return pass(client, this.#clean(message))
    }
  }

  /** The message that tells a charge leaves once the charge is durable. */
  #chargeThen(charge: () => Promise<void>, message: Message): Promise<void> {
    this.#charging = this.#chargeAndRenew(charge, message)
      .catch((error: unknown) => this.#endWith(error))
      .finally(() => {
        this.#charging = undefined
      })
    return this.#charging
  }

  async #chargeAndRenew(charge: () => Promise<void>, message: Message): Promise<void> {
    const { client, countCall, meter } = this.#parts
    await charge()
    await pass(client, message)
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

  #tellError(error: unknown): void {
    const { call, client, domain, language, requestId } = this.#parts
    this.#errors += 1
    const told = clientErrorOf(error, { requestId, language, protocol: call.protocol }, domain)
    if (client.readyState !== WebSocket.OPEN) return
    client.send(realtime.writeErrorEvent(told, `event_${requestId}_${this.#errors}`))
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

  #end({ code, reason, error, ending }: Ending): void {
    if (this.#isOver) return
    const { client, domain, meter, requestId, upstream } = this.#parts
    this.#isOver = true
    if (error !== undefined) this.#tellError(error)
    close(client, code, reason)
    close(upstream, code, reason)
    const settled = (this.#charging ?? Promise.resolve()).catch(() => {}).then(() => meter.end(ending))
    settled
      .catch((failure: unknown) =>
        domain.log.error('the end of a session was not charged', { requestId, error: failure }),
      )
      .finally(this.#finish)
  }
}

const quotaCodes: ReadonlySet<string> = new Set([
  'quota_insufficient',
  'token_quota_insufficient',
  'stream_out_of_quota',
  'key_exhausted',
])

/** Whether an error means that the key or its owner may no longer call, and not only that nobody can tell just now. */
const isRefusal = (error: unknown): boolean => error instanceof ApplicationError && error.status < 500
