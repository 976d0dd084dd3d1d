import * as z from 'zod/mini'
import { session } from '#contract/session.ts'
import { copyText } from '../../lib/clipboard.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { usePageQuery } from '../../lib/page-query.ts'
import { jsonPreference } from '../../lib/preferences.ts'
import { endpointQuery } from '../../lib/query.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button.tsx'
import { CardSection } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const shownWhenFolded = 10
const expandedPreference = jsonPreference('personal-models-expanded', z.boolean(), false)

/** The models the user may call; more than ten are folded, and the choice is kept. */
export function ModelsSection() {
  const t = useText('personal')
  const models = usePageQuery(endpointQuery(session.models))
  const isExpanded = useStore(expandedPreference)
  const all = models.data ?? []
  const shown = isExpanded ? all : all.slice(0, shownWhenFolded)
  const copy = async (name: string) => {
    if (await copyText(name)) notify.success(t('copiedText', { text: name }))
  }
  return (
    <CardSection
      title={t('models')}
      description={models.data && (all.length > 0 ? t('modelsHint', { count: all.length }) : t('modelsNone'))}
    >
      {models.isPending && <Skeleton className="h-14" />}
      {models.isError && !models.data && <ErrorState error={models.error} onRetry={() => void models.refetch()} />}
      <ul className="flex flex-wrap gap-1.5">
        {shown.map((name) => (
          <li key={name} className="max-w-full">
            <button
              type="button"
              onClick={() => void copy(name)}
              className="h-7 max-w-full truncate rounded-md bg-hover px-2.5 font-mono text-xs transition-colors hover:bg-brand-soft hover:text-brand-ink pointer-coarse:h-9"
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
      {all.length > shownWhenFolded && (
        <Button
          variant="link"
          size="inline"
          className="mt-3 min-h-6 text-[13px]"
          aria-expanded={isExpanded}
          onClick={() => expandedPreference.set(!isExpanded)}
        >
          {isExpanded ? t('modelsLess') : t('modelsMore', { count: all.length })}
        </Button>
      )}
    </CardSection>
  )
}
