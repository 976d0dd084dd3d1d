import { withDeadline } from './deadline.ts'

/** Gives one holder at a time a turn, in the order they asked. */
export type Turns = {
  /** Resolves with the function that ends the turn. Ending it twice does nothing. */
  take: () => Promise<() => void>
  /** The same for who waits no longer than so many milliseconds, and then fails with `late()`. */
  takeWithin: (milliseconds: number, late: () => unknown) => Promise<() => void>
}

export const createTurns = (): Turns => {
  let last: Promise<void> = Promise.resolve()

  const take = (): Promise<() => void> => {
    const before = last
    let end = () => {}
    last = new Promise((resolve) => {
      end = resolve
    })
    return before.then(() => end)
  }

  return {
    take,
    takeWithin: async (milliseconds, late) => {
      const turn = take()
      try {
        return await withDeadline(turn, milliseconds, late)
      } catch (error) {
        void turn.then((end) => end())
        throw error
      }
    },
  }
}
