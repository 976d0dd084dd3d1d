import { useParams } from '@tanstack/react-router'
import { useActions } from '../../../lib/actions.ts'
import { lazyPart, pagePart } from '../../../lib/lazy-part.tsx'
import { RecordPage } from '../../../ui/record-page.tsx'
import { ChannelWindow, channelSource, useChannelWindow } from '../channel-window.tsx'
import { channelActions } from '../list/channel-actions.ts'
import { ChannelHead } from './channel-head.tsx'

const ChannelCard = pagePart(() => import('../card/channel-card.tsx'), 'ChannelCard')
const ChannelKeys = lazyPart(() => import('./channel-keys.tsx'), 'ChannelKeys')
const LogRows = pagePart(() => import('../../../pieces/logs/log-rows.tsx'), 'LogRows')
const RecordChanges = pagePart(() => import('../../../pieces/audit/record-changes.tsx'), 'RecordChanges')
const UsageDays = pagePart(() => import('../../../pieces/usage/usage-days.tsx'), 'UsageDays')

/** One channel, with the same figures as beside the list. */
export function ChannelPage() {
  const { id = '' } = useParams({ strict: false })
  const { tools, ...window } = useChannelWindow(id)
  const { ofRow } = useActions(channelActions, tools)
  return (
    <>
      <RecordPage
        source={channelSource}
        id={id}
        list="/channel"
        name={({ name }) => name}
        offers={ofRow}
        below={(channel) => [
          channel.key_count > 1 && <ChannelKeys key="keys" channel={channel} />,
          <UsageDays key="days" of={{ channel: channel.id }} />,
          <ChannelCard key="card" channel={channel} />,
          <LogRows key="calls" of={{ channel: channel.id }} />,
          <RecordChanges key="changes" target={`channel:${channel.id}`} />,
        ]}
      >
        {(channel) => <ChannelHead channel={channel} hasKeys={false} />}
      </RecordPage>
      <ChannelWindow {...window} />
    </>
  )
}
