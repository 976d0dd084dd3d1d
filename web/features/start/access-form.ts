import type { ProviderCard } from '#contract/providers.ts'
import { formOf, type ValuesOf } from '../../lib/record-form.ts'

/** How a provider is reached: its kind, a key, and an address where it has none of its own. */
export const accessForm = (cards: readonly ProviderCard[]) =>
  formOf<never, Record<string, never>, 'start'>()(
    {
      key: { control: 'lines', label: 'key', hint: 'keyHint', start: '', required: 'keyMissing' },
      type: { control: 'whole', label: 'vendor', start: null, required: 'vendorMissing' },
      base_url: { control: 'text', label: 'address', start: '' },
    },
    ({ type, base_url }, t) => {
      const isNeeded = cards.find((card) => card.type === type)?.base_url_required ?? false
      return { base_url: isNeeded && base_url.trim() === '' ? t('addressMissing') : undefined }
    },
  )

export type Access = ValuesOf<ReturnType<typeof accessForm>>
