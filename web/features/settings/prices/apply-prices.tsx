import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { useHasChanges, useIsSaving } from '../settings-state.ts'
import { useSave } from '../use-save.ts'
import { priceOptions } from './price-tables.ts'

/** What the views of prices change. */
const keys = [...priceOptions, 'PriceStep', 'ServiceTierRatio'] as const

/** Saves what was changed in the tables of prices. The bar below, which is there then, has the button that stands out. */
export function ApplyPrices() {
  const t = useText('settings')
  const save = useSave()
  const saving = useIsSaving()
  const changed = useHasChanges(keys)
  return (
    <Button loading={saving && changed} onClick={() => void save(keys)}>
      {t('saveChanges')}
    </Button>
  )
}
