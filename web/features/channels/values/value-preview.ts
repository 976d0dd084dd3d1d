import type { ChannelValues } from '#contract/channel-batches.ts'
import type { Channel } from '#contract/channels.ts'

/** What many channels can be given at once. */
export const valueNames = ['priority', 'weight', 'group', 'tag'] as const
export type ValueName = (typeof valueNames)[number]

type ValuePreview = {
  total: number
  /** How many have it already. */
  already: number
  /** What the others have now, the most frequent first. */
  from: { value: string; count: number }[]
}

/** What would become of these channels. */
export const previewOf = (channels: readonly Channel[], to: ChannelValues): ValuePreview => {
  const names = valueNames.filter((name) => to[name] !== undefined)
  const counts = new Map<string, number>()
  let already = 0
  for (const channel of channels) {
    const differing = names.filter((name) => channel[name] !== to[name])
    if (differing.length === 0) already += 1
    for (const name of differing) {
      const value = String(channel[name])
      counts.set(value, (counts.get(value) ?? 0) + 1)
    }
  }
  const from = [...counts].map(([value, count]) => ({ value, count })).sort((one, other) => other.count - one.count)
  return { total: channels.length, already, from }
}
