import { createContext, use } from 'react'

/** Opens what a list draws of one row over itself (`viewer` of its definition). */
export const ViewRow = createContext<(id: number) => void>(() => {})

/** For a cell that is pressed to see more of its row. */
export const useViewRow = (): ((id: number) => void) => use(ViewRow)
