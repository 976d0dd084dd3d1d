import { asked, choice, listSearch, text } from '../../lib/list-filters.ts'

export const tokenFilters = {
  keyword: text('searchName'),
  // A key that is looked for stays out of the address.
  token: text('searchKey', { kept: false }),
  status: choice('columnStatus', {
    1: 'statusEnabled',
    2: 'statusDisabled',
    3: 'statusExpired',
    4: 'statusExhausted',
  }),
  group: asked('columnGroup'),
  own_group: choice('columnGroup', { true: 'groupOwn' }, { more: true }),
}

export const tokensSearch = listSearch(tokenFilters)
