import { tableSearch } from '../../lib/table-state.ts'

export const redemptionsSearch = tableSearch({})
