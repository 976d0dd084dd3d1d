/**
 * Rejects with `late()` when `work` takes longer than `milliseconds`; the work itself goes on. Where this process itself was
 * kept waiting, what has come in the meantime is heard first: timers come before it in a turn of the event loop.
 */
export const withDeadline = async <Result>(
  work: Promise<Result>,
  milliseconds: number,
  late: () => unknown,
): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => setImmediate(() => reject(late())), milliseconds)
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}

/** Without a way to fail it is over: what it belonged to is not kept any longer. */
type Watched = { endsAt: number; fail: ((reason: unknown) => void) | undefined }

/** At least so many are over before those still watched are gathered anew. */
const leastOver = 32

/**
 * The same for much work with one limit: a single timer watches the oldest, and no promise is made, so that watching
 * costs next to nothing. One of the two is called, once.
 */
export const createSharedDeadline = (milliseconds: number, late: () => unknown) => {
  /** The oldest first. A list, as removeFrom says why. */
  let watched: Watched[] = []
  let over = 0
  let timer: NodeJS.Timeout | undefined

  /** False where it is over already. */
  const end = (work: Watched): boolean => {
    if (work.fail === undefined) return false
    work.fail = undefined
    over += 1
    if (over >= leastOver && over * 2 >= watched.length) gather()
    return true
  }

  const gather = () => {
    watched = watched.filter(({ fail }) => fail !== undefined)
    over = 0
  }

  const expireSoon = () => {
    setImmediate(expire)
  }

  const expire = () => {
    timer = undefined
    gather()
    const now = performance.now()
    for (const work of watched) {
      if (work.endsAt > now) break
      const { fail } = work
      if (end(work)) fail?.(late())
    }
    watch()
  }

  const watch = () => {
    if (timer !== undefined) return
    const oldest = watched.find(({ fail }) => fail !== undefined)
    if (oldest !== undefined) timer = setTimeout(expireSoon, Math.max(1, oldest.endsAt - performance.now())).unref()
  }

  return <Result>(work: Promise<Result>, done: (result: Result) => void, failed: (reason: unknown) => void): void => {
    const own: Watched = { endsAt: performance.now() + milliseconds, fail: failed }
    watched.push(own)
    watch()
    work.then(
      (result) => {
        if (end(own)) done(result)
      },
      (reason: unknown) => {
        if (end(own)) failed(reason)
      },
    )
  }
}
