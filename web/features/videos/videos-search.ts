import { adminNumber, asked, listSearch, text } from '../../lib/list-filters.ts'

export const videoFilters = {
  task_id: text('filterVideo'),
  status: asked('columnStatus'),
  action: asked('columnAction', { more: true }),
  model: text('columnModel', { more: true }),
  channel: adminNumber('filterChannel', { more: true }),
}

export const videosSearch = listSearch(videoFilters)
