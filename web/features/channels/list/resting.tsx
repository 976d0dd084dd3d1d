import { AlarmClock } from 'lucide-react'
import type { ReactNode } from 'react'
import { channelUpkeep } from '#contract/channel-upkeep.ts'
import type { ChannelRest } from '#contract/channels.ts'
import { useChange } from '../../../lib/change.ts'
import { useText } from '../../../lib/i18n.ts'
import { useChannelReason } from '../../../pieces/channels/channel-reason.ts'
import { useRestWords } from '../../../pieces/channels/rest-words.ts'
import { Badge } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** Until when it rests, why, and the way to end it: on a phone nothing is told by pointing at it. */
export function RestingStatus({ id, rest, lately }: { id: number; rest: ChannelRest; lately: ReactNode }) {
  const t = useText('channels')
  const line = useRestWords()(rest)
  const reason = useChannelReason()(rest.reason)
  const wake = useChange(channelUpkeep.wake, { done: t('woken') })
  const inList = lately !== undefined
  return (
    <span className="inline-grid gap-0.5 sm:max-w-56" title={`${line}\n${reason}`}>
      <span className="flex items-center gap-1">
        <Badge tone="warn" dot>
          {t('conditionOpen')}
        </Badge>
        {inList && (
          <IconButton
            label={t('wake')}
            icon={<AlarmClock />}
            className="-my-1.5 pointer-coarse:-m-2.5"
            disabled={wake.isBusy}
            onClick={() => void wake.run({ params: { id: String(id) } })}
          />
        )}
        {lately}
      </span>
      <span className="text-xs text-muted group-data-low/row:hidden sm:truncate">{line}</span>
      {inList && <span className="text-xs break-words text-muted sm:hidden">{reason}</span>}
    </span>
  )
}

export function RestingNotice({ rest }: { rest: ChannelRest }) {
  const t = useText('channels')
  const restWords = useRestWords()
  const sayReason = useChannelReason()
  const { models, reason } = rest
  return (
    <Notice tone="warn" title={`${t('conditionOpen')} · ${restWords(rest)}`}>
      <p className="break-words">{t('restModels', { count: models, reason: sayReason(reason) })}</p>
    </Notice>
  )
}
