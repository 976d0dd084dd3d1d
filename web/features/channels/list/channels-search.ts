import { asked, choice, listSearch, text } from '../../../lib/list-filters.ts'

export const channelFilters = {
  keyword: text('searchKeyword'),
  model: text('searchModel'),
  group: asked('filterGroup'),
  /** `disabled` means both kinds. */
  status: choice('filterStatus', {
    1: 'filterEnabled',
    2: 'filterByHand',
    3: 'filterAuto',
    disabled: 'filterDisabled',
  }),
  type: asked('filterType', { more: true }),
  tag: text('columnTag', { more: true }),
  test: choice('columnTest', { failed: 'filterTestFailed' }, { more: true }),
}

export const channelsSearch = listSearch(channelFilters)
