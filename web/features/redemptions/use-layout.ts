import { useNavigate, useSearch } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { jsonPreference } from '../../lib/preferences.ts'
import { useStore } from '../../lib/store.ts'

/** Whether the page shows batches in place of single codes, remembered in this browser. */
export const batchesPreference = jsonPreference('redemptions-by-batch', z.boolean(), false)

export type Layout = 'codes' | 'batches'

/** What the page lists: as the address says, or else as it is remembered. The codes of one batch are always codes. */
export const useLayout = (): { layout: Layout; setLayout: (layout: Layout) => void } => {
  const asked = useSearch({ strict: false, select: ({ layout }) => layout })
  const ofBatch = useSearch({ strict: false, select: ({ batch }) => batch !== undefined })
  const remembered = useStore(batchesPreference) ? 'batches' : 'codes'
  const navigate = useNavigate()
  return {
    layout: ofBatch ? 'codes' : (asked ?? remembered),
    setLayout: (layout) => {
      batchesPreference.set(layout === 'batches')
      // It begins anew: page, order and filters are of the other rows.
      void navigate({ to: '/redemption', search: layout === 'batches' ? { layout } : {} })
    },
  }
}
