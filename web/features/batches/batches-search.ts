import { adminNumber, asked, listSearch, text } from '../../lib/list-filters.ts'

export const batchFilters = {
  task_id: text('filterBatch'),
  status: asked('columnStatus'),
  model: text('columnModel', { more: true }),
  channel: adminNumber('filterChannel', { more: true }),
}

export const batchesSearch = listSearch(batchFilters)
