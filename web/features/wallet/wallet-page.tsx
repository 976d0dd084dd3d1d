import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { usePageQuery } from '../../lib/page-query.ts'
import { selfQuery } from '../../lib/self.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Stat } from '../../ui/stat.tsx'
import { RedeemCard } from './redeem-card.tsx'
import { TopUpCard } from './top-up-card.tsx'
import { useCountUp } from './use-count-up.ts'

/** The balance, and the two ways to raise it. */
export function WalletPage() {
  const t = useText('wallet')
  const format = useFormat()
  const self = usePageQuery(selfQuery())
  const quota = useCountUp(self.data?.quota)
  return (
    <div className="mx-auto grid w-full max-w-[1080px] grid-cols-[minmax(0,1fr)] gap-4">
      <PageHeader title={t('wallet')} description={t('walletHint')} />
      {self.isError && !self.data ? (
        <ErrorState error={self.error} onRetry={() => void self.refetch()} />
      ) : (
        <div className="grid grid-cols-2 gap-4">
          <Stat label={t('balance')} value={quota === undefined ? undefined : format.quota(quota)} />
          <Stat label={t('used')} value={self.data && format.quota(self.data.used_quota)} />
        </div>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        <RedeemCard />
        <TopUpCard />
      </div>
    </div>
  )
}
