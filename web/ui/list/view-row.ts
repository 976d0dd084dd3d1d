import { createContext, use } from 'react'
import type { RowId } from '../../lib/list-rows.ts'

/** Opens what a list draws of one row over itself (`viewer` of its definition). */
export const ViewRow = createContext<(id: RowId) => void>(() => {})

/** For a cell that is pressed to see more of its row. */
export const useViewRow = (): ((id: RowId) => void) => use(ViewRow)
