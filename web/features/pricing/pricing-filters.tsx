import type * as z from 'zod/mini'
import { useText } from '../../lib/i18n.ts'
import type { TableState } from '../../lib/table-state.ts'
import { Select } from '../../ui/select.tsx'
import { ownersOf } from './model-finding.ts'
import { billingKinds, type pricingSearch } from './pricing-search.ts'
import type { Pricing } from './use-pricing.ts'

type PricingFiltersProps = {
  table: TableState<z.output<typeof pricingSearch>>
  pricing: Pricing | undefined
  /** Whose prices are shown. */
  group: string
}

export function PricingFilters({ table, pricing, group }: PricingFiltersProps) {
  const t = useText('pricing')
  const { search } = table
  return (
    <>
      <Select
        className="w-40 max-sm:flex-1"
        label={t('filterGroup')}
        value={group}
        choices={Object.entries(pricing?.group_ratio ?? {}).map(([name, ratio]) => ({
          value: name,
          label: name,
          hint: groupHint(pricing?.usable_group[name], t('ratioGroup', { ratio })),
        }))}
        onChange={(next) => table.filter({ group: next ?? undefined })}
      />
      <Select
        className="w-44 max-sm:flex-1"
        label={t('filterMaker')}
        clearable
        value={search.owner}
        choices={ownersOf(pricing?.models ?? []).map((value) => ({ value, label: value }))}
        onChange={(owner) => table.filter({ owner: owner ?? undefined })}
      />
      <Select
        className="w-40 max-sm:flex-1"
        label={t('columnBilling')}
        clearable
        value={search.billing}
        choices={billingKinds.map((value) => ({ value, label: t(`billing.${value}`) }))}
        onChange={(billing) => table.filter({ billing: billing ?? undefined })}
      />
    </>
  )
}

const groupHint = (description: string | undefined, ratio: string): string =>
  [description, ratio].filter((part) => part !== undefined && part !== '').join(' · ')
