import { Link } from '@tanstack/react-router'
import type { User } from '#contract/user.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { usePages } from '../../lib/pages.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Stat } from '../../ui/stat.tsx'

const topUpPath: string = '/topup'

/** Balance, what was used, and how many requests; their names are there before them. */
export function BalanceTiles({ user }: { user: User | undefined }) {
  const t = useText('personal')
  const format = useFormat()
  const exists = usePages()
  return (
    <div className="grid grid-cols-2 gap-3 *:first:col-span-2 sm:grid-cols-3 sm:gap-4 sm:*:first:col-span-1">
      <Stat
        label={t('balance')}
        value={user && format.quota(user.quota)}
        aside={
          exists(topUpPath) && (
            <Link to={topUpPath} className={buttonClass({ size: 'sm', className: '-my-1' })}>
              {t('topUp')}
            </Link>
          )
        }
      />
      <Stat label={t('used')} value={user && format.quota(user.used_quota)} />
      <Stat label={t('requests')} value={user && format.number(user.request_count)} />
    </div>
  )
}
