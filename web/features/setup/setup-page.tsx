import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { Suspense } from 'react'
import { setup } from '#contract/setup.ts'
import { useText } from '../../lib/i18n.ts'
import { BoundaryContext, pagePart } from '../../lib/lazy-part.tsx'
import { usePageName } from '../../lib/page-name.ts'
import { usePageQuery } from '../../lib/page-query.ts'
import { endpointQuery } from '../../lib/query.ts'
import { useStatus } from '../../lib/status.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Logo } from '../../ui/logo.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const SetupForm = pagePart(() => import('./setup-form.tsx'), 'SetupForm')

export function SetupPage() {
  const t = useText('setup')
  usePageName(t('pageName'))
  const { system_name, logo } = useStatus()
  const state = usePageQuery(endpointQuery(setup.read))
  return (
    <div className="mx-auto grid w-full max-w-[560px] gap-5 py-4 sm:py-10">
      <header className="grid justify-items-center gap-1.5 text-center">
        <Logo source={logo} size={44} />
        <h1 className="mt-1 text-2xl leading-8 font-semibold tracking-tight">{t('title', { name: system_name })}</h1>
        <p className="text-muted">{t('subtitle')}</p>
      </header>
      {state.data?.database_type === 'sqlite' && (
        <Notice tone="warn" title={t('sqliteTitle')}>
          {t('sqliteText')}
        </Notice>
      )}
      <Card className="p-5 shadow-sm sm:p-7">
        {state.isPending && <FormSkeleton />}
        {state.isError && (
          <ErrorState title={t('statusFailed')} error={state.error} onRetry={() => void state.refetch()} />
        )}
        {state.data && (
          <CatchBoundary getResetKey={() => 'setup'} errorComponent={FormError}>
            <BoundaryContext value={true}>
              <Suspense fallback={<FormSkeleton />}>
                <SetupForm hasAdmin={state.data.root_init} codeNeeded={state.data.code_needed} />
              </Suspense>
            </BoundaryContext>
          </CatchBoundary>
        )}
      </Card>
    </div>
  )
}

function FormSkeleton() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-9" />
      <Skeleton className="h-9" />
      <Skeleton className="h-9" />
    </div>
  )
}

/** After an upgrade the form that this page refers to may be gone. */
function FormError({ error }: ErrorComponentProps) {
  const t = useText('setup')
  return <ErrorState title={t('formBroken')} error={error} onRetry={() => location.reload()} />
}
