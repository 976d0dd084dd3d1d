import { CircleHelp, ClipboardCopy } from 'lucide-react'
import { useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { copyText } from '../../lib/clipboard.ts'
import { useText } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { notify } from '../../lib/notify.ts'
import { jsonPreference } from '../../lib/preferences.ts'
import { useUser } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { useTableState } from '../../lib/table-state.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Overlay } from '../../ui/overlay.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useSelection } from '../../ui/selection.ts'
import { TablePage } from '../../ui/table-page.tsx'
import { ModelDetails } from './model-details.tsx'
import { findModels } from './model-finding.ts'
import { priceUnits } from './model-price.ts'
import { PricingBanner } from './pricing-banner.tsx'
import { PricingCard } from './pricing-card.tsx'
import { pricingColumns } from './pricing-columns.tsx'
import { PricingFilters } from './pricing-filters.tsx'
import { pricingSearch } from './pricing-search.ts'
import { availabilityOf, isAvailable } from './shown-prices.ts'
import { shownGroup, usePricing } from './use-pricing.ts'

const RatioHelp = lazyPart(() => import('./ratio-help.tsx'), 'RatioHelp')
const unitPreference = jsonPreference('pricing-unit', z.enum(priceUnits), 'million')

/** What every model costs, for anyone to read. */
export function PricingPage() {
  const t = useText('pricing')
  const table = useTableState(pricingSearch)
  const { search, page, size } = table
  const user = useUser()
  const unit = useStore(unitPreference)
  const pricing = usePricing()
  const selection = useSelection()
  const [help, setHelp] = useState(false)
  const { models = none, group_ratio: ratios = noRatios, supported_endpoint: endpoints = {} } = pricing.data ?? {}
  const acceptsUnpriced = pricing.data?.accepts_unpriced ?? false
  const own = shownGroup(ratios, undefined, user?.group ?? '')
  const group = shownGroup(ratios, search.group, own)
  const found = useMemo(() => findModels(models, search), [models, search])
  const current = Math.min(page, Math.max(1, Math.ceil(found.length / size)))
  const prices = useMemo(
    () => ({ group, ratios, unit, acceptsUnpriced, onShowGroup: (next: string) => table.filter({ group: next }) }),
    [group, ratios, unit, acceptsUnpriced, table],
  )
  const columns = useMemo(() => pricingColumns(t, prices), [t, prices])
  const copySelected = async () => {
    const names = models.map(({ model_name: name }) => name).filter((name) => selection.ids.has(name))
    if (names.length === 0) notify.error(t('copySelectedNone'))
    else if (await copyText(names.join(','))) notify.success(t('copySelectedDone', { count: names.length }))
  }

  return (
    <>
      <TablePage
        title={t('pricing')}
        description={pricing.data ? t('total', { count: found.length }) : '…'}
        notice={pricing.data && <PricingBanner ratios={ratios} own={own} shown={group} />}
        table={{ ...table, page: current }}
        query={{
          ...pricing,
          data: pricing.data && { items: found.slice((current - 1) * size, current * size), total: found.length },
        }}
        columns={columns}
        rowId={(model) => model.model_name}
        rowName={(model) => model.model_name}
        isMuted={(model) => !isAvailable(availabilityOf(model, prices))}
        card={(model) => <PricingCard model={model} prices={prices} />}
        details={(model) => <ModelDetails model={model} prices={prices} endpoints={endpoints} />}
        selection={selection}
        search={{
          label: t('searchModels'),
          value: search.keyword,
          onSearch: (keyword) => table.filter({ keyword }),
        }}
        filters={<PricingFilters table={table} pricing={pricing.data} group={group} />}
        tools={
          <>
            <Segmented
              label={t('unit')}
              value={unit}
              choices={priceUnits.map((value) => ({ value, label: t(`unit.${value}`) }))}
              onChange={unitPreference.set}
            />
            <IconButton tone="framed" label={t('help')} icon={<CircleHelp />} onClick={() => setHelp(true)} />
            <Button onClick={() => void copySelected()}>
              <ClipboardCopy aria-hidden />
              {t('copySelected')}
            </Button>
          </>
        }
        bulk={
          <Button size="sm" onClick={() => void copySelected()}>
            <ClipboardCopy aria-hidden />
            {t('copySelected')}
          </Button>
        }
        emptyTitle={t('emptyTitle')}
        emptyHint={t('emptyHint')}
      />
      <Overlay onClose={() => setHelp(false)}>{help && <RatioHelp onClose={() => setHelp(false)} />}</Overlay>
    </>
  )
}

const none: readonly never[] = []
const noRatios: Readonly<Record<string, number>> = {}
