import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { Unplug } from 'lucide-react'
import { channels } from '#contract/channels.ts'
import { useFormat } from '../lib/format.ts'
import { useText } from '../lib/i18n.ts'
import { endpointQuery } from '../lib/query.ts'

const minute = 60_000
/** As the list of channels filters by it: disabled, and by nobody. */
const stopped = '3'

type StoppedChannelsProps = {
  className: string
  /** On a phone: a dot on the button that opens the navigation, where the number stands. It hangs on the header. */
  hasDot?: boolean
  onNavigate?: () => void
}

/** How many were disabled without anybody's doing: nothing else tells of it on other pages. */
export function StoppedChannels({ className, hasDot, onNavigate }: StoppedChannelsProps) {
  const t = useText()
  const format = useFormat()
  const query = { status: stopped, page_size: 1 }
  const { data } = useQuery({ ...endpointQuery(channels.list, { query }), refetchInterval: minute })
  if (!data?.total) return null
  const label = t('channelsStopped', { count: data.total })
  return (
    <>
      {hasDot && (
        <span
          role="img"
          aria-label={label}
          className="pointer-events-none absolute top-4 left-8 size-2 rounded-full bg-warn ring-2 ring-card pointer-coarse:left-9.5 sm:hidden"
        />
      )}
      <Link
        to="/channel"
        search={{ status: stopped }}
        title={label}
        aria-label={label}
        onClick={onNavigate}
        className={clsx(
          'items-center gap-1.5 rounded-lg px-2 text-[13px] font-medium text-warn transition-colors hover:bg-hover',
          className,
        )}
      >
        <Unplug className="size-4" aria-hidden />
        {format.number(data.total)}
      </Link>
    </>
  )
}
