import { integerParameter, tableSearch, textParameter } from '../../lib/search-parameters.ts'

export const songsSearch = tableSearch({
  start_timestamp: integerParameter,
  end_timestamp: integerParameter,
  task_id: textParameter,
  channel: integerParameter,
})
