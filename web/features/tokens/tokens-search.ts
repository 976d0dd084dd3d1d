import { tableSearch } from '../../lib/table-state.ts'

export const tokensSearch = tableSearch({})
