import type { Channel } from './channel.ts'

/** Where a model stands that no enabled channel of a group serves. */
export type Whereabouts = 'disabled' | 'other_groups'

/** Which enabled channels serve a model in a group. */
export type ChannelIndex = {
  /** Puts a channel in the place of what it was; undefined stands for none. */
  replace: (before: Channel | undefined, after: Channel | undefined) => void
  /** Highest priority first. */
  candidates: (group: string, model: string) => readonly Channel[]
  /** Undefined: of every group. */
  modelsOf: (groups: readonly string[] | undefined) => string[]
  /** Asked for where there are no candidates; undefined: no channel at all has the model. */
  whereabouts: (group: string, model: string) => Whereabouts | undefined
}

/**
 * The channels of one model in one group. A change is only noted here and worked in when somebody asks: with thousands
 * of channels that serve hundreds of models each, most lists are not asked for between two changes.
 */
type Serving = {
  sorted: readonly Channel[]
  changes: Map<number, Channel | undefined> | undefined
  /** With the changes. */
  count: number
}

export const createChannelIndex = (): ChannelIndex => {
  const byGroup = new Map<string, Map<string, Serving>>()
  /** How many disabled channels have the model, by group. */
  const disabled = new Map<string, Map<string, number>>()

  const noteDisabled = ({ enabled, groups, models }: Channel, by: 1 | -1) => {
    if (enabled) return
    for (const group of groups) {
      const counts = disabled.get(group) ?? new Map<string, number>()
      disabled.set(group, counts)
      for (const model of models) {
        const count = (counts.get(model) ?? 0) + by
        if (count > 0) counts.set(model, count)
        else counts.delete(model)
      }
      if (counts.size === 0) disabled.delete(group)
    }
  }

  const servingOf = (group: string, model: string): Serving => {
    const byModel = byGroup.get(group) ?? new Map<string, Serving>()
    byGroup.set(group, byModel)
    const serving = byModel.get(model) ?? { sorted: [], changes: undefined, count: 0 }
    byModel.set(model, serving)
    return serving
  }

  const note = (channel: Channel, becomes: Channel | undefined, by: 1 | -1) => {
    if (!channel.enabled) return
    for (const group of channel.groups) {
      for (const model of channel.models) {
        const serving = servingOf(group, model)
        serving.changes ??= new Map()
        serving.changes.set(channel.id, becomes)
        serving.count += by
      }
    }
  }

  const dropEmpty = ({ groups, models }: Channel) => {
    for (const group of groups) {
      const byModel = byGroup.get(group)
      for (const model of models) if (byModel?.get(model)?.count === 0) byModel.delete(model)
      if (byModel?.size === 0) byGroup.delete(group)
    }
  }

  return {
    replace: (before, after) => {
      if (before !== undefined) note(before, undefined, -1)
      if (after !== undefined) note(after, after, 1)
      if (before !== undefined) noteDisabled(before, -1)
      if (after !== undefined) noteDisabled(after, 1)
      if (before?.enabled) dropEmpty(before)
    },
    candidates: (group, model) => {
      const serving = byGroup.get(group)?.get(model)
      if (serving === undefined) return []
      if (serving.changes !== undefined) workIn(serving, serving.changes)
      return serving.sorted
    },
    whereabouts: (group, model) => {
      if (disabled.get(group)?.has(model)) return 'disabled'
      const hasModel = (models: ReadonlyMap<string, unknown>) => models.has(model)
      return [...byGroup.values(), ...disabled.values()].some(hasModel) ? 'other_groups' : undefined
    },
    modelsOf: (groups = [...byGroup.keys()]) =>
      [...new Set(groups.flatMap((group) => [...(byGroup.get(group)?.keys() ?? [])]))].sort(),
  }
}

const workIn = (serving: Serving, changes: Map<number, Channel | undefined>): void => {
  const kept = serving.sorted.filter(({ id }) => !changes.has(id))
  const added = [...changes.values()].filter((channel) => channel !== undefined)
  serving.changes = undefined
  serving.sorted = added.length === 0 ? kept : merged(kept, added.sort(inOrder))
}

const inOrder = (one: Channel, other: Channel): number => other.priority - one.priority || one.id - other.id

const merged = (kept: readonly Channel[], added: readonly Channel[]): Channel[] => {
  const result: Channel[] = []
  let next = 0
  for (const channel of kept) {
    for (let first = added[next]; first !== undefined && inOrder(first, channel) < 0; first = added[next]) {
      result.push(first)
      next += 1
    }
    result.push(channel)
  }
  return [...result, ...added.slice(next)]
}
