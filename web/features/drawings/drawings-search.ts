import { adminNumber, asked, listSearch, text } from '../../lib/list-filters.ts'

export const drawingFilters = {
  mj_id: text('filterTask'),
  status: asked('columnStatus'),
  action: asked('columnAction', { more: true }),
  channel: adminNumber('filterChannel', { more: true }),
}

export const drawingsSearch = listSearch(drawingFilters)
