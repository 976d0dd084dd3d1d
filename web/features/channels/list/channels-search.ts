import { choiceParameter, integerParameter, tableSearch, textParameter } from '../../../lib/search-parameters.ts'
import type { TableState } from '../../../lib/table-state.ts'

/** `disabled` means both kinds: 2 by an operator, 3 by itself. */
export const statusFilters = ['enabled', 'disabled', '2', '3'] as const

export const channelsSearch = tableSearch({
  model: textParameter,
  group: textParameter,
  status: choiceParameter(statusFilters),
  test: choiceParameter(['failed']),
  type: integerParameter,
  tag: textParameter,
})

export type ChannelsTable = TableState<ReturnType<typeof channelsSearch.parse>>
