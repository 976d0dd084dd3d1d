import { integerParameter, tableSearch, textParameter } from '../../lib/search-parameters.ts'

/** The filters under the names the control plane gives them, so that a link can be read. */
export const logsSearch = tableSearch({
  type: integerParameter,
  start_timestamp: integerParameter,
  end_timestamp: integerParameter,
  token_name: textParameter,
  model_name: textParameter,
  group: textParameter,
  channel: integerParameter,
  username: textParameter,
  request_id: textParameter,
})
