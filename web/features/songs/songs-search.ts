import { adminNumber, asked, listSearch, text } from '../../lib/list-filters.ts'

export const songFilters = {
  task_id: text('filterTask'),
  status: asked('columnStatus'),
  action: asked('columnAction', { more: true }),
  platform: text('columnPlatform', { more: true }),
  channel: adminNumber('filterChannel', { more: true }),
}

export const songsSearch = listSearch(songFilters)
