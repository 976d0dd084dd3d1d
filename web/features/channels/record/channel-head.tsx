import type { Channel } from '#contract/channels.ts'
import { Badge } from '../../../ui/badge.tsx'
import { NoteText } from '../../../ui/note-text.tsx'
import { nameList } from '../form/name-list.ts'
import { GroupBadges, TypeCell } from '../list/channel-cells.tsx'
import { ChannelDetails } from '../list/channel-details.tsx'
import { ChannelRest } from '../list/channel-notices.tsx'
import { ChannelStatus } from '../list/channel-status.tsx'
import { ChannelFigures } from './channel-figures.tsx'

/** The head and the figures of a channel: of its own page, and beside the list. */
export function ChannelHead({ channel, hasKeys = true }: { channel: Channel; hasKeys?: boolean }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <TypeCell type={channel.type} />
        <ChannelStatus channel={channel} />
        {channel.tag !== '' && <Badge tone="brand">{channel.tag}</Badge>}
        <GroupBadges names={nameList(channel.group)} />
      </div>
      {channel.note !== '' && (
        <p className="text-[13px] break-words">
          <NoteText note={channel.note} />
        </p>
      )}
      <ChannelRest channel={channel} />
      <ChannelFigures channel={channel} />
      <ChannelDetails channel={channel} hasKeys={hasKeys} />
    </>
  )
}
