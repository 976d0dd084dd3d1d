import type { ChannelRest } from '#contract/channels.ts'
import { useText } from '../../../lib/i18n.ts'
import { useChannelReason } from '../../../pieces/channels/channel-reason.ts'
import { useRestWords } from '../../../pieces/channels/rest-words.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Notice } from '../../../ui/notice.tsx'

export function RestingStatus({ rest }: { rest: ChannelRest }) {
  const t = useText('channels')
  const line = useRestWords()(rest)
  const sayReason = useChannelReason()
  return (
    <span className="inline-grid gap-0.5 max-sm:justify-items-end sm:max-w-48" title={sayReason(rest.reason)}>
      <Badge tone="warn" dot>
        {t('conditionOpen')}
      </Badge>
      <span className="text-xs text-muted">{line}</span>
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
