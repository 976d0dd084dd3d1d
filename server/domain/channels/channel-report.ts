import type { BreakerState, channelHealth } from '#contract/channel-health.ts'
import type { EndpointData } from '#contract/endpoint.ts'
import type { Domain } from '../domain.ts'
import { addFigures, type Figures } from './channel-figures.ts'

type Filter = { channel: number; model: string; group: string }
type Report = EndpointData<typeof channelHealth.read>
type Breaker = { state: BreakerState; rests_until: number }

/** How calls went lately and what rests now: by channel, by model and by group. */
export const reportChannels = (
  { figures, health, pool }: Pick<Domain, 'pool' | 'health' | 'figures'>,
  filter: Filter,
): Report => {
  const counted = figures.read(filter)
  const resting = health
    .resting()
    .filter(({ channel }) => filter.channel === 0 || channel === filter.channel)
    .filter(({ model }) => filter.model === '' || model === filter.model)
    .map(({ channel, model, state, restsUntil }) => ({
      channel,
      model,
      state,
      rests_until: Math.ceil(restsUntil / 1000),
    }))
  const known = counted.figures.filter(({ channel }) => pool.find(channel) !== undefined)
  const breakersByChannel = Map.groupBy(resting, ({ channel }) => channel)
  const breakersByModel = Map.groupBy(resting, ({ model }) => model)
  const channels = [...Map.groupBy(known, ({ channel }) => channel)].map(([id, own]) => ({
    channel_id: id,
    channel_name: pool.find(id)?.name ?? '',
    ...worstOf(breakersByChannel.get(id)),
    ...summed(own),
  }))
  const models = [...Map.groupBy(known, ({ model }) => model)].map(([model, own]) => ({
    model,
    ...worstOf(breakersByModel.get(model)),
    ...summed(own),
  }))
  const groups = [...Map.groupBy(known, ({ group }) => group)].map(([group, own]) => ({ group, ...summed(own) }))
  return {
    since: Math.floor(counted.since / 1000),
    channels: channels.sort((one, other) => one.channel_id - other.channel_id),
    models: models.sort((one, other) => (one.model < other.model ? -1 : 1)),
    groups: groups.sort((one, other) => (one.group < other.group ? -1 : 1)),
  }
}

const worstOf = (breakers: readonly Breaker[] = []): Breaker => {
  const open = breakers.filter(({ state }) => state === 'open')
  if (open.length > 0) return { state: 'open', rests_until: Math.max(...open.map(({ rests_until }) => rests_until)) }
  return { state: breakers.length > 0 ? 'half_open' : 'closed', rests_until: 0 }
}

const summed = (own: readonly Figures[]) => {
  const { successes, failures, latencyMs } = own.reduce(addFigures, { successes: 0, failures: 0, latencyMs: 0 })
  const calls = successes + failures
  return {
    successes,
    failures,
    success_rate: calls === 0 ? null : successes / calls,
    latency_ms: successes === 0 ? null : Math.round(latencyMs / successes),
  }
}
