/** Gives one holder at a time a turn, in the order they asked. */
export type Turns = {
  /** Resolves with the function that ends the turn. Ending it twice does nothing. */
  take: () => Promise<() => void>
}

export const createTurns = (): Turns => {
  let last: Promise<void> = Promise.resolve()
  return {
    take: () => {
      const before = last
      let end = () => {}
      last = new Promise((resolve) => {
        end = resolve
      })
      return before.then(() => end)
    },
  }
}
