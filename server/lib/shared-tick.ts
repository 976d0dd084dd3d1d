/** One timer for all who look at something now and then: thousands of streams need none of their own. */
export const tickMs = 15_000

const looking = new Set<() => void>()
let ticking: NodeJS.Timeout | undefined

/** Calls it with every tick, until what is answered is called. */
export const onTick = (look: () => void): (() => void) => {
  looking.add(look)
  ticking ??= setInterval(() => {
    for (const each of looking) each()
  }, tickMs).unref()
  return () => {
    looking.delete(look)
    if (looking.size > 0) return
    clearInterval(ticking)
    ticking = undefined
  }
}
