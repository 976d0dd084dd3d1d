import { textParameter } from '../../lib/search-parameters.ts'
import { tableSearch } from '../../lib/table-state.ts'

export const usersSearch = tableSearch({ group: textParameter })
