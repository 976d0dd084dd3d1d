import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { Wallet } from 'lucide-react'
import { useFormat } from '../lib/format.ts'
import { useText } from '../lib/i18n.ts'
import { usePages } from '../lib/pages.ts'
import { selfQuery } from '../lib/self.ts'
import { Unloaded } from './unloaded.tsx'

const minute = 60_000
const walletPath: string = '/topup'

/** What whoever is signed in has left: in the header where there is room, and in the navigation sheet of a phone. */
export function Balance({ className, onNavigate }: { className: string; onNavigate?: () => void }) {
  const t = useText()
  const format = useFormat()
  const self = useQuery({ ...selfQuery(), staleTime: minute / 2, refetchInterval: minute })
  const exists = usePages()
  if (!self.data) {
    return self.isError ? <Unloaded name={t('wallet')} icon={<Wallet />} onRetry={() => void self.refetch()} /> : null
  }
  const amount = format.quota(self.data.quota)
  return (
    <Link
      to={exists(walletPath) ? walletPath : '/personal'}
      title={t('wallet')}
      aria-label={`${t('wallet')}: ${amount}`}
      onClick={onNavigate}
      className={clsx(
        'items-center gap-1.5 rounded-lg px-2 text-[13px] font-medium transition-colors hover:bg-hover',
        className,
      )}
    >
      <Wallet className="size-4 text-muted" strokeWidth={1.8} aria-hidden />
      {amount}
    </Link>
  )
}
