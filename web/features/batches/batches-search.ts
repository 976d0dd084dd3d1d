import { adminNumber, listSearch, text } from '../../lib/list-filters.ts'

export const batchFilters = { task_id: text('filterBatch'), channel: adminNumber('filterChannel') }

export const batchesSearch = listSearch(batchFilters)
