import { isRequestId } from '#contract/request-ids.ts'
import { adminNumber, choice, listSearch, number, text } from '../../lib/list-filters.ts'
import { logTypeNames } from '../../pieces/logs/log-type-names.ts'

/** The filters under the names the control plane gives them, so that a link can be read. */
export const logFilters = {
  request_id: text('factRequest', { alone: isRequestId }),
  type: choice('filterType', logTypeNames, { none: 'typeAll' }),
  token_name: text('filterToken', { more: true }),
  token_id: number('filterTokenId', { more: true }),
  model_name: text('filterModel', { more: true }),
  group: text('filterGroup', { more: true }),
  channel: adminNumber('filterChannel', { more: true }),
  username: text('filterUser', { more: true, for: 'admin' }),
}

export const logsSearch = listSearch(logFilters)
