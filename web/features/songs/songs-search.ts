import { adminNumber, listSearch, text } from '../../lib/list-filters.ts'

export const songFilters = { task_id: text('filterTask'), channel: adminNumber('filterChannel') }

export const songsSearch = listSearch(songFilters)
