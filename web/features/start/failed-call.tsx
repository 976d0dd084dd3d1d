import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ErrorCode } from '#contract/errors.ts'
import type { Log, LogOther } from '#contract/logs.ts'
import { useLanguage, useText } from '../../lib/i18n.ts'
import { failureText } from '../../lib/refused-call.ts'
import { otherOf } from '../../pieces/logs/log-other.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Time } from '../../ui/time.tsx'

type FailedCallProps = { row: Log; channelId: number | undefined }

/** A call came and failed: why, and what is to be done before the next. */
export function FailedCall({ row, channelId }: FailedCallProps) {
  const t = useText('start')
  const other = otherOf(row)
  const remedy = remedyOf(other)
  // Of a key that is nobody's, only where it came from tells whose call it was.
  const from = row.user_id === 0 ? other.admin_info?.address : row.model_name
  return (
    <Notice tone="bad" role="note" title={t('failedTitle')}>
      <p className="text-xs">
        <Time seconds={row.created_at} look="absolute" />
        {from !== undefined && from !== '' && ` · ${from}`}
      </p>
      <p className="break-words">
        <FailureText row={row} />
      </p>
      <p className="mt-1">{remedy === 'server' ? t('errorInternalHere') : t(`remedy.${remedy}`)}</p>
      <div className="mt-2 flex flex-wrap gap-2 text-fg">
        <Door remedy={remedy} channelId={channelId} />
        {row.request_id !== null && (
          <Link to="/log" search={{ request_id: row.request_id }} className={buttonClass({ size: 'sm' })}>
            {t('seeCall')}
          </Link>
        )}
      </div>
    </Notice>
  )
}

/** As the server says it until its words are there. */
function FailureText({ row }: { row: Log }) {
  const { content } = row
  const { data = content } = useQuery({
    queryKey: ['why a call failed', row.id, row.request_id, content, useLanguage()],
    queryFn: async () => (await failureText(row)) ?? content,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}

type Remedy = 'key' | 'token' | 'quota' | 'price' | 'channel' | 'request' | 'server'

function Door({ remedy, channelId }: { remedy: Remedy; channelId: number | undefined }) {
  const t = useText('start')
  const look = buttonClass({ size: 'sm' })
  switch (remedy) {
    case 'token':
    case 'quota':
      return (
        <Link to="/token" className={look}>
          {t('changeToken')}
        </Link>
      )
    case 'price':
      return (
        <Link to="/price" search={{ view: 'unset' }} className={look}>
          {t('allPrices')}
        </Link>
      )
    case 'channel':
      return (
        channelId !== undefined && (
          <Link to="/channel/edit/$id" params={{ id: String(channelId) }} className={look}>
            {t('changeChannel')}
          </Link>
        )
      )
    case 'key':
    case 'request':
    case 'server':
      return null
  }
}

const unpriced: ErrorCode = 'model_unpriced'

/** What is not known by its kind is told by its reason. */
const remedyOf = ({ failure }: LogOther): Remedy => {
  if (failure?.code === unpriced) return 'price'
  switch (failure?.kind) {
    case 'key_unknown':
      return 'key'
    case 'key_spent':
    case 'forbidden':
      return 'token'
    case 'no_credit':
      return 'quota'
    case 'model_unknown':
    case 'unavailable':
    case 'overloaded':
    case 'upstream_failed':
    case 'upstream_slow':
      return 'channel'
    case 'internal':
      return 'server'
    default:
      return 'request'
  }
}
