import { useText, withTexts } from '../../../lib/i18n.ts'
import { lazyPart, pagePart } from '../../../lib/lazy-part.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Boundary } from '../../../ui/boundary.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorLine } from '../../../ui/error-state.tsx'
import { LoadingFields } from '../../../ui/loading-fields.tsx'
import { LoadingRows } from '../../../ui/loading-rows.tsx'
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
  const loading = <LoadingView view={view} />
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

/** What narrows and the models below it, or the fields of all prices. */
function LoadingView({ view }: { view: PriceView }) {
  if (view === 'ratios') {
    return (
      <Card className="min-h-dvh p-5">
        <LoadingFields />
      </Card>
    )
  }
  return (
    <div className="grid gap-3">
      <Skeleton className="h-9 max-w-[420px]" />
      <Card>
        <LoadingRows columns={drawnColumns} has={noControls} count={undefined} dense />
      </Card>
    </div>
  )
}

const drawnColumns = [
  { id: 'model', label: '', card: 'title' as const },
  ...['input', 'cached', 'output'].map((id) => ({ id, label: '', align: 'right' as const })),
]
const noControls = { selection: false, menu: false, unfold: false }

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
