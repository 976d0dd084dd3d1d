import { type Channel, type ChannelTag, channelStatuses, isChannelTag, type ListedChannel } from '#contract/channels.ts'

/** A row of the list: a channel, or all channels of a tag. */
export type ChannelRow = Channel | TagRow
export type TagRow = ChannelTag & { id: string }

export const channelRow = (listed: ListedChannel): ChannelRow =>
  isChannelTag(listed) ? { ...listed, id: `tag:${listed.tag}` } : listed

export const isTag = (row: ChannelRow): row is TagRow => isChannelTag(row)

/** What the row is called: a channel by its name, all channels of a tag by the tag. */
export const rowName = (row: ChannelRow): string => (isTag(row) ? row.tag : row.name)

export const statusWord = ({ status }: Channel) => {
  switch (status) {
    case channelStatuses.enabled:
      return 'statusEnabled'
    case channelStatuses.disabled:
      return 'statusDisabled'
    case channelStatuses.autoDisabled:
      return 'statusAuto'
    default:
      return 'statusUnknown'
  }
}
