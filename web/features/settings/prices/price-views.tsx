import { useText, withTexts } from '../../../lib/i18n.ts'
import { lazyPart, pagePart } from '../../../lib/lazy-part.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Boundary } from '../../../ui/boundary.tsx'
import { ErrorLine } from '../../../ui/error-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { firstPage, type PriceView, priceViews } from '../settings-search.ts'
import { usePriceSearch } from '../use-page-search.ts'
import { useSeenLists } from './seen-lists.tsx'
import { usePrices } from './use-prices.ts'
import { useTurnoverQuery } from './use-turnover.ts'
import { useUnsetModels } from './use-unset-models.ts'

const PriceEditor = pagePart(() => import('./price-editor.tsx'), 'PriceEditor')
const UnsetPrices = lazyPart(() => import('./unset-prices.tsx'), 'UnsetPrices')
const PriceLists = lazyPart(() => import('./price-lists.tsx'), 'PriceLists')
const RatioForms = lazyPart(() => withTexts('entries', import('./ratio-forms.tsx')), 'RatioForms')

/** What models cost, in four views of the same options. They stand there before what is in them. */
export function PriceViews({ isHere }: { isHere: boolean }) {
  const t = useText('settings')
  const [search, change] = usePriceSearch()
  const unset = useUnsetModels()
  const view = search.view ?? 'editor'
  const count = isHere && unset.models ? unset.models.length : 0
  const differing = useSeenLists().data?.lists.reduce((sum, list) => sum + list.count, 0) ?? 0
  const loading = <Skeleton className="h-dvh rounded-xl" />
  return (
    <div aria-busy={!isHere} className="min-w-0">
      <Tabs
        value={view}
        onChange={(next) => void change({ view: next === 'editor' ? undefined : next, ...firstPage })}
        label={t('pricesTabs')}
        tabs={priceViews.map((value) => ({
          value,
          label: (
            <span className="flex items-center gap-1.5">
              {t(`prices.${value}`)}
              {value === 'unset' && count > 0 && (
                <Badge tone="warn" title={t('unsetCount', { count })}>
                  {count}
                </Badge>
              )}
              {value === 'lists' && differing > 0 && <Badge tone="info">{differing}</Badge>}
            </span>
          ),
        }))}
      >
        <Boundary key={view} loading={loading}>
          {isHere ? <View view={view} unset={unset} /> : loading}
        </Boundary>
      </Tabs>
    </div>
  )
}

type ViewProps = { view: PriceView; unset: ReturnType<typeof useUnsetModels> }

function View({ view, unset }: ViewProps) {
  const t = useText('settings')
  const name = useText('options')
  const prices = usePrices()
  if (view === 'ratios') return <RatioForms />
  if (!prices.ok) return <Notice tone="bad">{t('pricesBroken', { option: name(prices.option) })}</Notice>
  switch (view) {
    case 'editor':
      return <PriceEditor {...prices} />
    case 'unset':
      return <UnsetPrices {...prices} unset={unset} />
    case 'lists':
      return (
        <>
          <TurnoverNote />
          <PriceLists {...prices} unset={unset} />
        </>
      )
  }
}

/** Without it what is offered stands in no order, and of nothing it is said what it would have meant. */
function TurnoverNote() {
  const t = useText('settings')
  const { data, isError, refetch } = useTurnoverQuery()
  if (!isError || data !== undefined) return null
  return <ErrorLine className="mb-3" title={t('turnoverFailed')} onRetry={() => void refetch()} />
}
