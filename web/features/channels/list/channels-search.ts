import * as z from 'zod/mini'
import { asked, choice, listSearch, text } from '../../../lib/list-filters.ts'
import { choiceParameter } from '../../../lib/search-parameters.ts'

export const channelFilters = {
  keyword: text('searchKeyword', { short: 'searchKeywordShort' }),
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

const mode = choiceParameter(['on', 'off'])

/** Modes lay the list out and narrow nothing. */
export const channelsSearch = z.extend(listSearch(channelFilters), { tag_mode: mode, id_sort: mode })
