import { type Channel, isChannelTag, type ListedChannel } from '#contract/channels.ts'

export const rowId = (row: ListedChannel): string => (isChannelTag(row) ? `tag:${row.tag}` : String(row.id))

/** What the row is called: a channel by its name, all channels of a tag by the tag. */
export const rowName = (row: ListedChannel): string => (isChannelTag(row) ? row.tag : row.name)

/** The channels a row stands for, as far as they were loaded. */
export const channelsOf = (row: ListedChannel): readonly Channel[] => (isChannelTag(row) ? row.children : [row])

/** The row with one channel of it changed; the very same row when the channel is not there. */
export const withChange = (row: ListedChannel, id: number, change: Partial<Channel>): ListedChannel => {
  if (!channelsOf(row).some((channel) => channel.id === id)) return row
  if (!isChannelTag(row)) return { ...row, ...change }
  return { ...row, children: row.children.map((channel) => (channel.id === id ? { ...channel, ...change } : channel)) }
}
