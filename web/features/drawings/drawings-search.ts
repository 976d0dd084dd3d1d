import { adminNumber, listSearch, text } from '../../lib/list-filters.ts'

export const drawingFilters = { mj_id: text('filterTask'), channel: adminNumber('filterChannel') }

export const drawingsSearch = listSearch(drawingFilters)
