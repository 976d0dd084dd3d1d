import { adminNumber, listSearch, text } from '../../lib/list-filters.ts'

export const videoFilters = { task_id: text('filterVideo'), channel: adminNumber('filterChannel') }

export const videosSearch = listSearch(videoFilters)
