import { inputTokens, outputTokens } from '#pricing/usage.ts'
import { answerBeginning } from '#protocols/answer-beginning.ts'
import { ProtocolError, type UpstreamProblem } from '#protocols/failure.ts'
import { isObject, parseLenient } from '#protocols/json/json.ts'
import { providerOf } from '#providers/index.ts'
import { CredentialsRefused, type Operation } from '#providers/provider.ts'
import type { Channel } from '../domain/channels/channel.ts'
import type { ChannelFault } from '../domain/channels/channel-faults.ts'
import type { Probe } from '../domain/channels/channel-tests.ts'
import type { Domain } from '../domain/domain.ts'
import type { Outbound } from '../lib/outbound/outbound.ts'
import type { Caller } from './authenticate.ts'
import { type Call, ownCall } from './call.ts'
import { AttemptFailure, failureOfReading, faultOf, reasonOfFault, refusedCredentials } from './failure.ts'
import { findEndpoint } from './find-endpoint.ts'
import { readProblem } from './read-problem.ts'
import { sendOverWebSocket } from './realtime/send-websocket.ts'
import { send } from './send.ts'
import { translate } from './translate.ts'

type Live = Pick<Domain, 'clock' | 'log' | 'options' | 'pool' | 'prices'>

type Parts = { domain: Live; outbound: Outbound }

/** Asks a channel one small question by the relay's own stages, from translating to reading the answer. */
export const createProbe =
  ({ domain, outbound }: Parts): Probe =>
  async (channel, { model: wanted, key }) => {
    const question = questionFor(channel, wanted)
    if (question === undefined) return { outcome: 'untestable' }
    const { model, call } = question
    const begunAt = domain.clock.monotonic()
    const elapsed = () => domain.clock.monotonic() - begunAt
    try {
      const request = await translate({ domain, outbound, caller: callerFor(channel), call }, channel, key)
      const answer = (request.route.webSocket === undefined ? send : sendOverWebSocket)(outbound, request)
      await answer.head
      if (answer.status < 200 || answer.status >= 300) throw await readProblem(request, answer, domain.clock)
      const bytes = await answer.read()
      const isStream = answer.contentType.startsWith('text/event-stream') || request.streams
      const read = isStream ? request.exchange.wholeOfStream : request.exchange.whole
      const { usage, bytes: told } = read?.(bytes) ?? { usage: undefined, bytes }
      if (!isStream && call.protocol.answers === undefined && !isObject(parseLenient(told.toString()))) {
        throw new AttemptFailure({ origin: 'upstream', status: 502, reason: 'malformed' })
      }
      return {
        outcome: 'answered',
        model,
        ms: elapsed(),
        // Of a chat alone: an address that speaks none shows nothing of what stands there.
        text: call.endpoint.operation === 'chat' ? answerBeginning(told) : '',
        promptTokens: usage === undefined ? 0 : inputTokens(usage),
        completionTokens: usage === undefined ? 0 : outputTokens(usage),
      }
    } catch (error) {
      return { outcome: 'failed', model, ms: elapsed(), ...whatFailed(domain, error, { channel, key, call }) }
    }
  }

type Asked = { channel: Channel; key: string; call: Call }

export const whatFailed = (
  { log }: Live,
  thrown: unknown,
  asked: Asked,
): { reason: string; fault: ChannelFault | undefined } => {
  const { channel } = asked
  const error = thrown instanceof CredentialsRefused ? refusedCredentials(thrown) : thrown
  if (error instanceof AttemptFailure) {
    const { problem, status, reason } = error
    if (problem === undefined) return { reason: reasonOfFault(reason), fault: undefined }
    return {
      // The status and its name, but no text: who may test any address would read what stands there.
      reason: `HTTP ${status} ${nameOf(problem)}`.trim(),
      fault: faultOf(error, problem, asked),
    }
  }
  if (error instanceof ProtocolError) return { reason: error.message, fault: undefined }
  if (failureOfReading(error) === error) {
    log.error('testing a channel failed inside the gateway', { channel: channel.id, error })
  }
  return { reason: 'unreadable', fault: undefined }
}

const nameOf = ({ code, type }: UpstreamProblem): string =>
  [code, type].find((name) => typeof name === 'string' && /^[a-z][a-z_]{2,39}$/.test(name))?.toString() ?? ''

type Question = { path: string; operation: Operation; body: (model: string) => Record<string, unknown> }

const questions = {
  chat: {
    path: '/v1/chat/completions',
    operation: 'chat',
    body: (model) => ({ model, stream: false, messages: [{ role: 'user', content: 'hi' }], max_tokens: 16 }),
  },
  embeddings: {
    path: '/v1/embeddings',
    operation: 'embeddings',
    body: (model) => ({ model, input: ['hello world'] }),
  },
  rerank: {
    path: '/v1/rerank',
    operation: 'rerank',
    body: (model) => ({ model, query: 'hi', documents: ['hello world', 'goodbye'] }),
  },
  moderations: {
    path: '/v1/moderations',
    operation: 'moderations',
    body: (model) => ({ model, input: 'hello world' }),
  },
  speech: {
    path: '/v1/audio/speech',
    operation: 'speech',
    body: (model) => ({ model, input: 'hi', voice: 'alloy' }),
  },
} satisfies Record<string, Question>

/** What a model is for, as far as its name tells; undefined: nothing small can be asked of it. */
export const kindOf = (model: string): keyof typeof questions | undefined => {
  if (/rerank/i.test(model)) return 'rerank'
  if (/embed|(?:^|[/-])bge-|^m3e/i.test(model)) return 'embeddings'
  if (/moderation/i.test(model)) return 'moderations'
  if (/(?:^|[/-])tts(?:-|$)|speech/i.test(model)) return 'speech'
  return /whisper|transcri|realtime|native-audio|-live(?:-|$)|dall-e|image|flux|stable-diffusion|video|^mj_|^suno_|^swap_face/i.test(
    model,
  )
    ? undefined
    : 'chat'
}

/** Whether one of its models can be asked a small question; a channel that is gone has none. */
export const isTestable = (channel: Channel | undefined): boolean =>
  channel !== undefined && questionFor(channel, '') !== undefined

const questionFor = (channel: Channel, wanted: string): { model: string; call: Call } | undefined => {
  const { operations } = providerOf(channel.type)
  const models = wanted === '' ? (channel.testModel === '' ? channel.models : [channel.testModel]) : [wanted]
  for (const model of models) {
    const kind = kindOf(model)
    if (kind === undefined || !operations.has(questions[kind].operation)) continue
    const { path, body } = questions[kind]
    const endpoint = findEndpoint('POST', path, {})
    if (typeof endpoint !== 'object') continue
    return { model, call: ownCall(endpoint, body(model)) }
  }
  return undefined
}

export const callerFor = (channel: Channel): Caller => ({
  userId: 0,
  username: '',
  userGroup: '',
  acceptsUnpriced: true,
  tokenId: 0,
  tokenName: '',
  group: channel.groups[0] ?? '',
  models: undefined,
  pinnedChannel: channel.id,
})
