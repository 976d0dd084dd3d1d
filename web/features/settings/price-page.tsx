import { useCallback } from 'react'
import { useText } from '../../lib/i18n.ts'
import { OptionsPage } from './options-page.tsx'
import { PriceViews } from './prices/price-views.tsx'
import { usePriceSearch } from './use-page-search.ts'

/** What models cost. */
export function PricePage() {
  const t = useText('settings')
  const [, change] = usePriceSearch()
  // Each has a field among those that are written by hand.
  const leadTo = useCallback(() => change({ view: 'ratios' }), [change])
  return (
    <OptionsPage title={t('modelPrices')} description={t('pricesIntro')} leadTo={leadTo}>
      {(isHere) => <PriceViews isHere={isHere} />}
    </OptionsPage>
  )
}
