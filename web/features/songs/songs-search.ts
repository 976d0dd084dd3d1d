import { integerParameter, textParameter } from '../../lib/search-parameters.ts'
import { tableSearch } from '../../lib/table-state.ts'

export const songsSearch = tableSearch({
  start_timestamp: integerParameter,
  end_timestamp: integerParameter,
  task_id: textParameter,
  channel: integerParameter,
})
