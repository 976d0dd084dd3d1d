import type { Clock } from '../../lib/clock.ts'

/** How calls went lately, by channel, model and group: a few numbers for each, in memory. */
export type ChannelFigures = {
  succeeded: (channel: number, model: string, group: string, latencyMs: number) => void
  failed: (channel: number, model: string, group: string) => void
  /** Empty text and zero narrow nothing. */
  read: (filter: { channel: number; model: string; group: string }) => {
    /** Milliseconds since 1970 from which on calls were counted. */
    since: number
    figures: readonly Figures[]
  }
}

export type Figures = {
  channel: number
  model: string
  group: string
  successes: number
  failures: number
  /** Of all successes together. */
  latencyMs: number
}

type Counts = Pick<Figures, 'successes' | 'failures' | 'latencyMs'>
/** What was counted in a stretch of time: two of them are kept, so figures are between one and two stretches old. */
type Stretch = { since: number; begun: number; size: number; channels: Map<number, Map<string, Map<string, Counts>>> }

const stretchMs = 30 * 60_000
/** Beyond this many, what is new waits for the next stretch. */
const mostFigures = 50_000

export const createChannelFigures = (clock: Clock): ChannelFigures => {
  const begin = (): Stretch => ({ since: clock.now(), begun: clock.monotonic(), size: 0, channels: new Map() })
  let current = begin()
  let previous: Stretch | undefined

  const turn = () => {
    const age = clock.monotonic() - current.begun
    if (age < stretchMs) return
    previous = age < 2 * stretchMs ? current : undefined
    current = begin()
  }

  const countsOf = (channel: number, model: string, group: string): Counts => {
    turn()
    const found = current.channels.get(channel)?.get(model)?.get(group)
    if (found !== undefined) return found
    const counts = { successes: 0, failures: 0, latencyMs: 0 }
    if (current.size >= mostFigures) return counts
    current.size += 1
    const models = inserted(current.channels, channel, () => new Map<string, Map<string, Counts>>())
    inserted(models, model, () => new Map<string, Counts>()).set(group, counts)
    return counts
  }

  return {
    succeeded: (channel, model, group, latencyMs) => {
      const counts = countsOf(channel, model, group)
      counts.successes += 1
      counts.latencyMs += latencyMs
    },
    failed: (channel, model, group) => {
      countsOf(channel, model, group).failures += 1
    },
    read: (filter) => {
      turn()
      const stretches = previous === undefined ? [current] : [previous, current]
      const sums = new Map<string, Figures>()
      for (const figures of stretches.flatMap((stretch) => figuresOf(stretch, filter))) {
        const key = JSON.stringify([figures.channel, figures.model, figures.group])
        const known = sums.get(key)
        sums.set(key, known === undefined ? figures : { ...figures, ...addFigures(known, figures) })
      }
      return { since: stretches[0]?.since ?? current.since, figures: [...sums.values()] }
    },
  }
}

export const addFigures = (one: Counts, other: Counts): Counts => ({
  successes: one.successes + other.successes,
  failures: one.failures + other.failures,
  latencyMs: one.latencyMs + other.latencyMs,
})

const figuresOf = (stretch: Stretch, filter: Parameters<ChannelFigures['read']>[0]): Figures[] => {
  const result: Figures[] = []
  for (const [channel, models] of filter.channel === 0 ? stretch.channels : only(stretch.channels, filter.channel)) {
    for (const [model, groups] of models) {
      if (filter.model !== '' && model !== filter.model) continue
      for (const [group, counts] of groups) {
        if (filter.group === '' || group === filter.group) result.push({ channel, model, group, ...counts })
      }
    }
  }
  return result
}

/** What a list asks of each of its rows must not go through all channels there are. */
const only = <Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): readonly (readonly [Key, Value])[] => {
  const found = map.get(key)
  return found === undefined ? [] : [[key, found]]
}

const inserted = <Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value => {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = make()
  map.set(key, made)
  return made
}
