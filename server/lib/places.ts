/** So many at once, in the order they asked. How many there are may change while some are taken. */
export type Places = {
  /** Resolves with the function that gives the place back. */
  take: () => Promise<() => void>
}

export const createPlaces = (most: () => number): Places => {
  let taken = 0
  const waiting: (() => void)[] = []
  const letIn = () => {
    while (taken < most()) {
      const next = waiting.shift()
      if (next === undefined) return
      taken += 1
      next()
    }
  }
  return {
    take: async () => {
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        letIn()
      })
      return () => {
        taken -= 1
        letIn()
      }
    },
  }
}
