import { useNavigate, useSearch } from '@tanstack/react-router'
import { CircleHelp, ClipboardCopy } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { knownOf, mapKnown } from '../../lib/known.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { notify } from '../../lib/notify.ts'
import { useUser } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { Overlay } from '../../ui/overlay.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { makerChoices } from './model-finding.ts'
import { priceUnits } from './model-price.ts'
import { ratiosPreference, unitPreference } from './price-unit.ts'
import { PricingBanner } from './pricing-banner.tsx'
import { moneyList, pricingList } from './pricing-list.tsx'
import { pricingSearch } from './pricing-search.ts'
import { shownModels } from './shown-models.ts'
import { shownGroup, usePricing } from './use-pricing.ts'

const RatioHelp = lazyPart(() => import('./ratio-help.tsx'), 'RatioHelp')
const CompareDialog = lazyPart(() => import('./compare-dialog.tsx'), 'CompareDialog')

/** What every model costs, for anyone to read. */
export function PricingPage() {
  const t = useText('pricing')
  const [names, compare] = useComparison()
  const unit = useStore(unitPreference)
  const showsRatios = useStore(ratiosPreference)
  const list = showsRatios ? pricingList : moneyList
  const open = useList(list, { compare })
  const pricing = usePricing()
  const choices = usePricingChoices(showsRatios)
  const [help, setHelp] = useState(false)
  const ratios = pricing.data?.group_ratio ?? noRatios
  const ownGroup = useUser()?.group ?? ''
  const own = shownGroup(ratios, undefined, ownGroup)
  const shown = shownGroup(ratios, open.state.filters.group, own)
  const copySelected = () => {
    if (open.selection.isEmpty) notify.error(t('copySelectedNone'))
    else
      open.actions
        .ofMany(open.selectedRows, open.selection.keep)
        .find(({ id }) => id === 'copy')
        ?.run()
  }
  return (
    <>
      <ListPage
        list={list}
        open={open}
        choices={choices}
        notice={
          !pricing.isError && (
            <PricingBanner ratios={ratios} own={own} shown={shown} isKnown={pricing.data !== undefined} />
          )
        }
        tools={
          <>
            <Segmented
              label={t('unit')}
              value={unit}
              choices={priceUnits.map((value) => ({ value, label: t(`unit.${value}`) }))}
              onChange={unitPreference.set}
            />
            <Checkbox checked={showsRatios} onChange={ratiosPreference.set}>
              {t('showRatios')}
            </Checkbox>
            <IconButton tone="framed" label={t('help')} icon={<CircleHelp />} onClick={() => setHelp(true)} />
            <Button onClick={copySelected}>
              <ClipboardCopy aria-hidden />
              {t('copySelected')}
            </Button>
          </>
        }
        emptyTitle={t('emptyTitle')}
        emptyHint={t('emptyHint')}
      />
      <Overlay onClose={() => setHelp(false)}>{help && <RatioHelp onClose={() => setHelp(false)} />}</Overlay>
      <Overlay onClose={() => compare([])}>
        {names.length > 0 && pricing.data && (
          <CompareDialog
            models={shownModels(pricing.data, { group: open.state.filters.group }, ownGroup)}
            names={names}
            onChange={compare}
            onClose={() => compare([])}
          />
        )}
      </Overlay>
    </>
  )
}

const noRatios: Readonly<Record<string, number>> = {}

/** What groups are told of; their ratios where ratios are shown. */
const usePricingChoices = (showsRatios: boolean) => {
  const t = useText('pricing')
  const format = useFormat()
  const pricing = knownOf(usePricing())
  return {
    group: mapKnown(pricing, ({ group_ratio: ratios, usable_group: usable }) =>
      Object.entries(ratios).map(([name, ratio]) => ({
        ...{ value: name, label: name },
        hint: [usable[name] ?? '', showsRatios ? t('ratioGroup', { ratio: format.ratio(ratio) }) : '']
          .filter((part) => part !== '')
          .join(' · '),
      })),
    ),
    owner: mapKnown(pricing, ({ models }) => makerChoices(models)),
  }
}

/** The names that stand in the address to be compared, and how to change them: `?compare=one,other`. */
const useComparison = (): [names: readonly string[], change: (names: readonly string[]) => void] => {
  // Nothing else of the address: a turned page would be drawn whole before its touch is answered.
  const compare = useSearch({ strict: false, select: (search: object) => pricingSearch.parse(search).compare ?? '' })
  const navigate = useNavigate()
  const names = useMemo(() => [...new Set(compare.split(',').filter((name) => name !== ''))], [compare])
  const change = (next: readonly string[]) => {
    const named = next.length === 0 ? undefined : next.join(',')
    // seam: the address of the list has the names in it
    const search = ((old: object) => ({ ...old, compare: named })) as never
    void navigate({ to: '.', search, replace: true, resetScroll: false })
  }
  return [names, change]
}
