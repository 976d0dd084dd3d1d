import { status } from '#contract/status.ts'
import { useText } from '../../lib/i18n.ts'
import { usePageQuery } from '../../lib/page-query.ts'
import { endpointQuery } from '../../lib/query.ts'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { OperatorText } from '../../ui/operator-text.tsx'
import { OptionDoor } from '../../ui/option-door.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

export function AboutPage() {
  const t = useText('home')
  const about = usePageQuery({ ...endpointQuery(status.about), staleTime: 60_000 })
  return (
    <div className="grid gap-4">
      <PageHeader title={t('aboutTitle')} />
      <Card className="overflow-hidden">
        {about.isPending && (
          <div className="grid gap-3 p-6">
            <Skeleton className="h-5 w-1/3" />
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-4 w-1/2" />
          </div>
        )}
        {about.isError && <ErrorState error={about.error} onRetry={() => void about.refetch()} />}
        {about.data?.trim() === '' && (
          <Empty
            kind="first"
            title={t('aboutEmptyTitle')}
            hint={t('aboutEmptyHint')}
            action={<OptionDoor option="About" />}
          />
        )}
        {about.data && about.data.trim() !== '' && <OperatorText text={about.data} title={t('aboutFrame')} />}
      </Card>
    </div>
  )
}
