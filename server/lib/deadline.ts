/** Rejects with `late()` when `work` takes longer than `milliseconds`; the work itself goes on. */
export const withDeadline = async <Result>(
  work: Promise<Result>,
  milliseconds: number,
  late: () => unknown,
): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds)
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The same for much work with one limit: a single timer watches the oldest, and no promise is made, so that watching
 * costs next to nothing. One of the two is called, once.
 */
export const createSharedDeadline = (milliseconds: number, late: () => unknown) => {
  const waiting = new Map<number, { endsAt: number; failed: (reason: unknown) => void }>()
  let lastId = 0
  let timer: NodeJS.Timeout | undefined

  const expire = () => {
    timer = undefined
    const now = performance.now()
    for (const [id, { endsAt, failed }] of waiting) {
      if (endsAt > now) break
      waiting.delete(id)
      failed(late())
    }
    watch()
  }

  const watch = () => {
    if (timer !== undefined) return
    const oldest = waiting.values().next().value
    if (oldest !== undefined) timer = setTimeout(expire, Math.max(1, oldest.endsAt - performance.now())).unref()
  }

  return <Result>(work: Promise<Result>, done: (result: Result) => void, failed: (reason: unknown) => void): void => {
    lastId += 1
    const id = lastId
    waiting.set(id, { endsAt: performance.now() + milliseconds, failed })
    watch()
    work.then(
      (result) => {
        if (waiting.delete(id)) done(result)
      },
      (reason: unknown) => {
        if (waiting.delete(id)) failed(reason)
      },
    )
  }
}
