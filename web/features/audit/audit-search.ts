import { choice, listSearch, text } from '../../lib/list-filters.ts'

export const auditFilters = {
  actor: text('searchActor', { short: 'fieldUsername' }),
  target: text('searchTarget'),
  /** What acts are about: the word before the dot. */
  area: choice('filterArea', {
    user: 'areaUser',
    channel: 'areaChannel',
    redemption: 'areaRedemption',
    token: 'areaToken',
    option: 'areaOption',
    log: 'areaLog',
    setup: 'areaSetup',
    signin: 'areaSignin',
    root: 'areaRoot',
  }),
}

export const auditSearch = listSearch(auditFilters)
