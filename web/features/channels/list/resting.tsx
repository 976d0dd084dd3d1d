import type { Channel } from '#contract/channels.ts'
import { useFormat } from '../../../lib/format.ts'
import { useText } from '../../../lib/i18n.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Notice } from '../../../ui/notice.tsx'

type Rest = NonNullable<Channel['rest']>

const words = { limit: 'restLimit', refused: 'restRefused', failures: 'restFailures' } as const

/** Why, and until when: an enabled channel that gets no calls for a while. */
const useRestWords = ({ why, until }: Rest): string => {
  const t = useText('channels')
  const format = useFormat()
  return [t(words[why]), t('conditionUntil', { time: format.dateTime(until) })].join(' · ')
}

export function RestingStatus({ rest }: { rest: Rest }) {
  const t = useText('channels')
  const line = useRestWords(rest)
  return (
    <span className="inline-grid gap-0.5 max-sm:justify-items-end sm:max-w-48" title={rest.reason}>
      <Badge tone="warn" dot>
        {t('conditionOpen')}
      </Badge>
      <span className="text-xs text-muted">{line}</span>
    </span>
  )
}

export function RestingNotice({ rest }: { rest: Rest }) {
  const t = useText('channels')
  const { models, reason } = rest
  return (
    <Notice tone="warn" title={`${t('conditionOpen')} · ${useRestWords(rest)}`}>
      <p className="break-words">{t('restModels', { count: models, reason })}</p>
    </Notice>
  )
}
