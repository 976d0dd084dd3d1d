import { integerParameter, tableSearch, textParameter } from '../../lib/search-parameters.ts'

/** Times are seconds, as everywhere in addresses of the console. */
export const drawingsSearch = tableSearch({
  start_timestamp: integerParameter,
  end_timestamp: integerParameter,
  mj_id: textParameter,
  channel: integerParameter,
})
