import { WebSocket } from 'ws'
import { ApplicationError, type Language } from '#contract/errors.ts'
import { realtime } from '#protocols/index.ts'
import { isObject, type JsonObject, objectAt, parseLenient } from '#protocols/json/json.ts'
import { memberNamesOf } from '#protocols/json/known-names.ts'
import { checkMemberNames } from '#protocols/json/member-names.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import type { Domain } from '../../domain/domain.ts'
import { withoutSecrets } from '../../domain/words/upstream-words.ts'
import { parseJson } from '../../lib/json-limits.ts'
import { withCleanAnswer } from '../answer-words.ts'
import type { Call } from '../call.ts'
import { checkWordsOf } from '../check-words.ts'
import type { Delivery } from '../delivery.ts'
import { missing } from '../named-things.ts'
import { clientErrorOf } from '../refuse.ts'
import type { RealtimeMeter } from './realtime-meter.ts'
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
  /** Throws when the key or its owner may no longer call. */
  checkCaller: () => Promise<void>
  requestId: string
  language: Language
}

const pingEveryMs = 30_000
const longestSilenceMs = 15 * 60_000
const longestSessionMs = 60 * 60_000

type Ending = { code: number; reason?: Buffer; error?: unknown; ending: Delivery['ending'] }

/** Passes messages on in both directions, with back-pressure, until either side ends it or it may not go on. */
export const runSession = (parts: Parts): RealtimeSession => {
  const { domain, call, upstreamModel, channel, client, upstream, meter, requestId } = parts
  const { clock } = domain
  const isTranscription = realtime.isTranscription(call.query)
  const begunAt = clock.monotonic()
  let heardAt = begunAt
  let pingedAt = begunAt
  let isAlive = true
  let isSpeaking = false
  let isLeaving = false
  let isOver = false
  let errors = 0
  /** While a response is charged and the next one is paid for, nothing passes. */
  let charging: Promise<void> | undefined
  let finish: () => void = () => {}
  const ended = new Promise<void>((resolve) => {
    finish = resolve
  })

  const clean = ({ data, isBinary }: Message): Message => ({ data: withCleanAnswer(data, channel), isBinary })

  const tellError = (error: unknown) => {
    errors += 1
    const told = clientErrorOf(error, requestId, parts.language, domain)
    if (client.readyState === WebSocket.OPEN) {
      client.send(realtime.writeErrorEvent(told, `event_${requestId}_${errors}`))
    }
  }

  const end = ({ code, reason, error, ending }: Ending) => {
    if (isOver) return
    isOver = true
    if (error !== undefined) tellError(error)
    close(client, code, reason)
    close(upstream, code, reason)
    const settled = (charging ?? Promise.resolve()).catch(() => {}).then(() => meter.end(ending))
    settled
      .catch((failure: unknown) =>
        domain.log.error('the end of a session was not charged', { requestId, error: failure }),
      )
      .finally(finish)
  }

  const checkCaller = async () => {
    try {
      await parts.checkCaller()
    } catch (error) {
      if (isRefusal(error)) throw error
      domain.log.debug('the owner of a session could not be looked up', { requestId, error })
    }
  }

  const endWith = (error: unknown) => {
    const isQuota = error instanceof ApplicationError && quotaCodes.has(error.code)
    const code = isQuota ? codes.outOfQuota : codes.policy
    end({ code, error, ending: isQuota ? 'out_of_quota' : 'complete' })
  }

  const names = memberNamesOf(call.protocol.name)

  /** What is neither sound nor clear to every reader does not pass, nor what holds a word that is not let through. */
  const checkMessage = (bytes: Buffer) => {
    const parsed = parseJson(bytes)
    if (!parsed.ok) throw new ApplicationError('body_malformed')
    if (!isObject(parsed.value)) throw new ApplicationError('body_not_an_object')
    checkMemberNames(names, parsed.value, parsed.members, bytes)
    checkWordsOf(domain, parsed.value, names)
  }

  const takeFromClient = (message: Message): void | Promise<void> => {
    if (charging !== undefined) return charging.then(() => takeFromClient(message))
    const event = realtime.readClientEvent(message.data)
    try {
      if (event.kind !== 'input_audio') checkMessage(message.data)
      const named = 'named' in event ? event.named?.[0] : undefined
      if (named !== undefined) throw missing(named)
      if (event.kind === 'session') {
        const writer = event.session.transcriptionModel
        if (!isTranscription && writer !== undefined) parts.checkModel(writer)
        const model = isTranscription ? event.session.transcriptionModel : event.session.model
        if (model !== undefined && model !== call.outline.model && model !== upstreamModel) {
          throw new ApplicationError('realtime_model_fixed', { model: call.outline.model })
        }
        if (model !== undefined && model !== upstreamModel) {
          message = isTranscription ? transcribedBy(message, upstreamModel) : renamed(message, upstreamModel)
        }
      }
    } catch (error) {
      tellError(error)
      return
    }
    if (event.kind === 'response_wanted') isSpeaking = true
    meter.client(event)
    return pass(upstream, message)
  }

  const takeFromUpstream = (message: Message): void | Promise<void> => {
    const event = realtime.readServerEvent(message.data)
    meter.server(event)
    switch (event.kind) {
      case 'output_audio':
      case 'output_text': {
        isSpeaking = true
        const covered = meter.covers()
        const passed = pass(client, message)
        if (covered === true) return passed
        return Promise.resolve(covered).then(async (isCovered) => {
          if (!isCovered) endWith(new ApplicationError('stream_out_of_quota'))
          await passed
        })
      }
      case 'response_done':
        isSpeaking = false
        return chargeThen(() => meter.respond(event), clean(message))
      case 'transcription':
        return chargeThen(() => meter.transcribe(event.usage), clean(message))
      case 'error':
        if (!domain.options.get('global.hide_upstream_error_enabled')) return pass(client, clean(message))
        tellError(new ApplicationError('upstream_hidden', { status: 400 }))
        return
      case 'session':
      case 'other':
        return pass(client, clean(message))
    }
  }

  /** The message that tells a charge leaves once the charge is durable. */
  const chargeThen = (charge: () => Promise<void>, message: Message): Promise<void> => {
    const work = async () => {
      await charge()
      await pass(client, message)
      if (isOver) return
      if (isLeaving) {
        end({ code: codes.goingAway, ending: 'complete' })
        return
      }
      await checkCaller()
      await parts.countCall()
      await meter.renew()
    }
    charging = work()
      .catch(endWith)
      .finally(() => {
        charging = undefined
      })
    return charging
  }

  const noteLife = () => {
    isAlive = true
  }

  client.on('pong', noteLife)
  listen(client, (message) => {
    heardAt = clock.monotonic()
    isAlive = true
    return isOver ? undefined : takeFromClient(message)
  })
  listen(upstream, (message) => {
    heardAt = clock.monotonic()
    return isOver ? undefined : takeFromUpstream(message)
  })
  client.on('error', () => {})
  upstream.on('error', () => {})
  client.on('close', (code, reason) => end({ code: sendable(code), reason, ending: 'client_gone' }))
  upstream.on('close', (code, reason) => {
    const ending = 'upstream_error'
    const words = Buffer.from(withoutSecrets(channel, reason.toString('utf8')))
    if (code !== abnormal) end({ code: sendable(code), reason: words, ending })
    else end({ code: codes.broken, error: new ApplicationError('upstream_unreachable'), ending })
  })
  upstream.resume()

  const ping = (now: number) => {
    if (now - pingedAt < pingEveryMs) return
    pingedAt = now
    if (!isAlive) {
      client.terminate()
      return
    }
    isAlive = false
    client.ping()
    if (upstream.readyState === WebSocket.OPEN) upstream.ping()
  }

  return {
    tick: () => {
      if (isOver) return
      const now = clock.monotonic()
      if (now - begunAt > longestSessionMs) {
        end({ code: codes.tooLong, error: new ApplicationError('realtime_too_long'), ending: 'complete' })
      } else if (now - heardAt > longestSilenceMs) {
        end({ code: codes.tooLong, error: new ApplicationError('realtime_idle'), ending: 'complete' })
      } else {
        ping(now)
        checkCaller().catch(endWith)
      }
    },
    leave: () => {
      isLeaving = true
      if (!isSpeaking) end({ code: codes.goingAway, ending: 'complete' })
    },
    stop: () =>
      end({
        code: codes.goingAway,
        error: new ApplicationError('stream_gateway_stopped'),
        ending: 'gateway_stopped',
      }),
    ended,
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

const renamed = (message: Message, model: string): Message => withSession(message, (session) => ({ ...session, model }))

/** Today's sessions name the model that writes down inside of what is heard, those of the beta beside it. */
const transcribedBy = (message: Message, model: string): Message =>
  withSession(message, (session) => {
    const audio = objectAt(session, 'audio')
    const input = objectAt(audio, 'input')
    const transcription = objectAt(input, 'transcription')
    if (transcription !== undefined) {
      return { ...session, audio: { ...audio, input: { ...input, transcription: { ...transcription, model } } } }
    }
    return { ...session, input_audio_transcription: { ...objectAt(session, 'input_audio_transcription'), model } }
  })

const withSession = ({ data, isBinary }: Message, change: (session: JsonObject) => JsonObject): Message => {
  const event = parseLenient(data.toString('utf8'))
  const session = objectAt(event, 'session')
  if (!isObject(event) || session === undefined) return { data, isBinary }
  return { data: Buffer.from(JSON.stringify({ ...event, session: change(session) })), isBinary }
}
