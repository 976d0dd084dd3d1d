import { status } from '#contract/status.ts'
import { useText } from '../../lib/i18n.ts'
import { usePageQuery } from '../../lib/page-query.ts'
import { endpointQuery } from '../../lib/query.ts'
import { useStatus } from '../../lib/status.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { OperatorText } from '../../ui/operator-text.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DefaultHome } from './default-home.tsx'

/** What the operator wrote, or a page that shows how to start. */
export function HomePage() {
  const t = useText('home')
  const { system_name } = useStatus()
  const content = usePageQuery({ ...endpointQuery(status.homePage), staleTime: 60_000 })
  if (content.isPending) return <Skeleton className="m-auto h-80 w-full max-w-[1120px]" />
  if (content.data === undefined) {
    return <ErrorState error={content.error} onRetry={() => void content.refetch()} />
  }
  const text = content.data
  if (text.trim() === '') return <DefaultHome />
  return (
    <>
      <h1 className="sr-only">{system_name}</h1>
      <OperatorText text={text} title={t('pageFrame')} />
    </>
  )
}
