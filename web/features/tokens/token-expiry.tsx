import { useNowSeconds } from '../../lib/clock.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import { WithMoment } from '../../ui/time.tsx'
import { neverExpires } from './token-form.ts'

const soon = 3 * 86_400

/** When a token ends: red when it has, amber when it soon will. */
export function TokenExpiry({ seconds }: { seconds: number }) {
  const t = useText('tokens')
  const format = useFormat()
  const now = useNowSeconds()
  if (seconds === neverExpires) return <Badge tone="muted">{t('expiresNever')}</Badge>
  const tone = seconds <= now ? 'bad' : seconds - now < soon ? 'warn' : 'neutral'
  return (
    <WithMoment seconds={seconds}>
      <Badge tone={tone}>
        <time dateTime={new Date(seconds * 1000).toISOString()}>{format.relative(seconds, now)}</time>
      </Badge>
    </WithMoment>
  )
}
