import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { User } from '#contract/user.ts'
import { useText } from '../../lib/i18n.ts'
import { usePageQuery } from '../../lib/page-query.ts'
import { selfQuery } from '../../lib/self.ts'
import { useStatus } from '../../lib/status.ts'
import { Card, CardSection } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadingFields } from '../../ui/loading-fields.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AccountSection } from './account-section.tsx'
import { BalanceTiles } from './balance-tiles.tsx'
import { BindingsSection } from './bindings-section.tsx'
import { CheckInCard } from './check-in-card.tsx'
import { InviteCard } from './invite-card.tsx'
import { ModelsSection } from './models-section.tsx'
import { type PersonalTab, personalTabs } from './personal-search.ts'
import { NotificationSection, PriceSection } from './preferences-section.tsx'
import { LoadingProfile, ProfileCard } from './profile-card.tsx'
import { SecuritySection } from './security-section.tsx'

export function PersonalPage() {
  const t = useText('personal')
  const self = usePageQuery(selfQuery())
  const user = self.data
  return (
    <div className="mx-auto grid max-w-[1080px] grid-cols-[minmax(0,1fr)] gap-4">
      <PageHeader title={t('personal')} />
      {self.isError && !user && (
        <Card>
          <ErrorState error={self.error} onRetry={() => void self.refetch()} />
        </Card>
      )}
      {(user || self.isPending) && (
        <>
          {user ? <ProfileCard user={user} /> : <LoadingProfile />}
          <BalanceTiles user={user} />
          <PersonalTabs user={user} />
        </>
      )}
    </div>
  )
}

const labels = {
  account: 'account',
  security: 'security',
  notification: 'tabAlerts',
  price: 'tabPrices',
  invitation: 'tabInvitations',
} as const satisfies Record<PersonalTab, string>

/** What was typed on a tab is still there when somebody comes back to it: what is not shown is only hidden. */
function PersonalTabs({ user }: { user: User | undefined }) {
  const t = useText('personal')
  const navigate = useNavigate()
  const { check_in_enabled } = useStatus()
  const { tab = 'account' } = useSearch({ strict: false })
  const current = personalTabs.find((known) => known === tab) ?? 'account'
  const panels = (user: User): Record<PersonalTab, ReactNode> => ({
    account: (
      <>
        {check_in_enabled && <CheckInCard />}
        <AccountSection key={user.id} user={user} />
        <BindingsSection user={user} />
        <ModelsSection />
      </>
    ),
    security: <SecuritySection user={user} />,
    notification: <NotificationSection user={user} />,
    price: <PriceSection user={user} />,
    invitation: <InviteCard user={user} />,
  })
  const shown = user && panels(user)
  return (
    <Tabs
      value={current}
      onChange={(next) =>
        void navigate({ to: '.', search: next === 'account' ? {} : { tab: next }, replace: true, resetScroll: false })
      }
      label={t('personal')}
      tabs={personalTabs.map((value) => ({ value, label: t(labels[value]) }))}
    >
      {!shown && (
        <CardSection title={<Skeleton className="h-5.5 w-32" />} className="min-h-dvh">
          <LoadingFields />
        </CardSection>
      )}
      {shown &&
        personalTabs.map((name) => (
          <div key={name} hidden={name !== current}>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4">{shown[name]}</div>
          </div>
        ))}
    </Tabs>
  )
}
