import { type ChatParameter, chatParameters } from '#contract/models.ts'
import { ProtocolError } from '#protocols/failure.ts'
import { isObject, parseLenient } from '#protocols/json/json.ts'
import { type SteeringField, saidIn } from '#protocols/steering.ts'
import { providerOf } from '#providers/index.ts'
import { CredentialsRefused } from '#providers/provider.ts'
import { steeringOf } from '#providers/refusals/refusals.ts'
import type { Channel } from '../domain/channels/channel.ts'
import { keyAt } from '../domain/channels/channel-pool.ts'
import type { Domain } from '../domain/domain.ts'
import type { Outbound } from '../lib/outbound/outbound.ts'
import { ownCall } from './call.ts'
import { findEndpoint } from './find-endpoint.ts'
import { callerFor } from './probe.ts'
import { bodyFor, type Way, wayTo } from './translate.ts'

type Live = Pick<Domain, 'clock' | 'options' | 'pool' | 'prices'>
type Parts = { domain: Live; outbound: Outbound }

/** A value that no model has anyway and that is beyond nobody's bounds: where it does not go out, none does. */
const samples: Readonly<Record<ChatParameter, { field: SteeringField; value: unknown }>> = {
  temperature: { field: 'temperature', value: 0.5 },
  max_tokens: { field: 'maximumOutput', value: 1000 },
  top_p: { field: 'topP', value: 0.5 },
  frequency_penalty: { field: 'frequencyPenalty', value: 0.5 },
  presence_penalty: { field: 'presencePenalty', value: 0.5 },
  seed: { field: 'seed', value: 7 },
  reasoning_effort: { field: 'effort', value: 'medium' },
  stop: { field: 'stop', value: ['END'] },
}

/**
 * The parameters that no channel takes which serves a model in a group. It is seen from calls that are written for each
 * of them as any call is, and not sent.
 */
export const createRefusedParameters =
  (parts: Parts) =>
  async (group: string, model: string): Promise<readonly ChatParameter[]> => {
    let refused: readonly ChatParameter[] | undefined
    for (const way of waysTo(parts, group, model)) {
      const left: ChatParameter[] = []
      for (const parameter of refused ?? chatParameters)
        if (await isRefused(parts, way, model, parameter)) left.push(parameter)
      refused = left
      if (refused.length === 0) break
    }
    return refused ?? []
  }

/** One for all channels that would be told the same: a model may be served by thousands. */
const waysTo = ({ domain }: Parts, group: string, model: string): Iterable<Way> => {
  const ways = new Map<string, Way>()
  for (const channel of domain.pool.candidates(group, model)) {
    const way = wayOf(domain, channel, model)
    if (way === undefined) continue
    const { provider, route } = way
    const dialect = typeof route.dialect === 'string' ? route.dialect : route.dialect.name
    const { forceFormat, thinkingToContent, neverStreams } = channel.setting
    const told = [provider.name, dialect, route.model, forceFormat, thinkingToContent, neverStreams]
    ways.set(JSON.stringify([...told, channel.paramOverride]), way)
  }
  return ways.values()
}

/** Undefined where nothing can be asked there: a key that is no key of its vendor, a vendor without conversations. */
const wayOf = (domain: Live, channel: Channel, model: string): Way | undefined => {
  if (!providerOf(channel.type).operations.has('chat')) return undefined
  try {
    const way = wayTo(domain, callWith(model, {}), channel, keyAt(channel, 0))
    return steeringOf(way.route.dialect) === undefined ? undefined : way
  } catch (error) {
    if (error instanceof ProtocolError || error instanceof CredentialsRefused) return undefined
    throw error
  }
}

const isRefused = async (parts: Parts, way: Way, model: string, parameter: ChatParameter): Promise<boolean> => {
  const { field, value } = samples[parameter]
  const call = callWith(model, { [parameter]: value })
  try {
    const { changed = [], bytes } = await bodyFor({ ...parts, caller: callerFor(way.channel), call }, way)
    if (changed.length === 0) return false
    const sent = parseLenient(bytes.toString())
    const place = steeringOf(way.route.dialect)?.places[field]
    return place === undefined || !isObject(sent) || saidIn(sent, place) === undefined
  } catch (error) {
    if (error instanceof ProtocolError) return error.field === parameter
    throw error
  }
}

const callWith = (model: string, parameters: object) => {
  const endpoint = findEndpoint('POST', '/v1/chat/completions', {})
  if (typeof endpoint !== 'object') throw new TypeError('there are no chats')
  return ownCall(endpoint, { model, messages: [{ role: 'user', content: 'hi' }], stream: true, ...parameters })
}
