import type { Channel } from '#contract/channels.ts'
import { useFormat } from '../../../lib/format.ts'
import { useText } from '../../../lib/i18n.ts'

/** How the calls of a channel ended lately: a line that is green as far as they succeeded, and the same in words. */
export function RecentCalls({ channel: { lately } }: { channel: Channel }) {
  const t = useText('channels')
  const format = useFormat()
  const count = lately.successes + lately.failures
  if (count === 0) return null
  const share = lately.successes / count
  const words = t('latelyCalls', { share: format.percent(share), count })
  return (
    <span className="flex items-center gap-2 text-xs leading-4 text-muted" title={words}>
      <span className="sr-only">{words}</span>
      <span aria-hidden className="block h-1 w-10 overflow-hidden rounded-full bg-bad">
        <span className="block h-full bg-ok" style={{ width: `${share * 100}%` }} />
      </span>
      <span aria-hidden className="group-data-low/row:hidden">
        {format.percent(share)}
      </span>
    </span>
  )
}
