import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { useText } from '../../lib/i18n.ts'
import { selfQuery } from '../../lib/self.ts'
import { useStatus } from '../../lib/status.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AccountSection } from './account-section.tsx'
import { BalanceTiles } from './balance-tiles.tsx'
import { BindingsSection } from './bindings-section.tsx'
import { CheckInCard } from './check-in-card.tsx'
import { InviteCard } from './invite-card.tsx'
import { ModelsSection } from './models-section.tsx'
import { PreferencesSection } from './preferences-section.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SecuritySection } from './security-section.tsx'

export function PersonalPage() {
  const t = useText('personal')
  const { check_in_enabled } = useStatus()
  const self = useQuery(selfQuery())
  const user = self.data
  return (
    <div className="mx-auto grid max-w-[1080px] grid-cols-[minmax(0,1fr)] gap-4">
      <PageHeader title={t('personal')} />
      {self.isError && !user && (
        <Card>
          <ErrorState error={self.error} onRetry={() => void self.refetch()} />
        </Card>
      )}
      {self.isPending && <Skeleton className="h-40 rounded-xl" />}
      {user && (
        <>
          <ProfileCard user={user} />
          <BalanceTiles user={user} />
          <div
            className={clsx(
              'grid grid-cols-[minmax(0,1fr)] gap-4',
              check_in_enabled && 'lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]',
            )}
          >
            {check_in_enabled && <CheckInCard />}
            <InviteCard user={user} />
          </div>
          <ModelsSection />
          <AccountSection key={user.id} user={user} />
          <BindingsSection user={user} />
          <PreferencesSection user={user} />
          <SecuritySection user={user} />
        </>
      )}
    </div>
  )
}
