import { useText } from '../../../lib/i18n.ts'
import { Badge } from '../../../ui/badge.tsx'
import { CardSection } from '../../../ui/card.tsx'
import { ErrorLine } from '../../../ui/error-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { sectionId } from '../option-layout.ts'
import { firstPage, type PriceView, priceViews } from '../settings-search.ts'
import { useSettingsSearch } from '../use-settings-search.ts'
import { PriceEditor } from './price-editor.tsx'
import { PriceLists } from './price-lists.tsx'
import { RatioForms } from './ratio-forms.tsx'
import { useSeenLists } from './seen-lists.tsx'
import { UnsetPrices } from './unset-prices.tsx'
import { usePrices } from './use-prices.ts'
import { useTurnoverQuery } from './use-turnover.ts'
import { useUnsetModels } from './use-unset-models.ts'

/** What models cost, in four views of the same options. */
export function PricesSection() {
  const t = useText('settings')
  const name = useText('options')
  const [search, change] = useSettingsSearch()
  const unset = useUnsetModels()
  const view = search.prices ?? 'editor'
  const count = unset.models?.length ?? 0
  const differing = useSeenLists().data?.lists.reduce((sum, list) => sum + list.count, 0) ?? 0
  return (
    <div id={sectionId('ratios')} className="min-w-0 scroll-mt-28 xl:scroll-mt-20">
      <CardSection title={name('section.ratios')} description={t('pricesIntro')}>
        <Tabs
          value={view}
          onChange={(next) =>
            void change({ tab: 'prices', prices: next === 'editor' ? undefined : next, ...firstPage })
          }
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
          {view === 'ratios' ? <RatioForms /> : <PriceTable view={view} unset={unset} />}
        </Tabs>
      </CardSection>
    </div>
  )
}

type PriceTableProps = { view: Exclude<PriceView, 'ratios'>; unset: ReturnType<typeof useUnsetModels> }

function PriceTable({ view, unset }: PriceTableProps) {
  const t = useText('settings')
  const name = useText('options')
  const prices = usePrices()
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
