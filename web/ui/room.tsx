import { createContext, type ReactNode, use } from 'react'

const RoomContext = createContext(false)

/** Around what stands by itself and not in a row: a whole date beside a relative one, a whole text in place of a line. */
export function Room({ children }: { children: ReactNode }) {
  return <RoomContext value>{children}</RoomContext>
}

export const useHasRoom = (): boolean => use(RoomContext)
