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
 * The same for much work with one limit: a single timer watches the oldest, so that watching costs next to nothing.
 */
export const createSharedDeadline = (milliseconds: number, late: () => unknown) => {
  const waiting = new Map<number, { endsAt: number; reject: (reason: unknown) => void }>()
  let lastId = 0
  let timer: NodeJS.Timeout | undefined

  const expire = () => {
    timer = undefined
    const now = performance.now()
    for (const [id, { endsAt, reject }] of waiting) {
      if (endsAt > now) break
      waiting.delete(id)
      reject(late())
    }
    watch()
  }

  const watch = () => {
    if (timer !== undefined) return
    const oldest = waiting.values().next().value
    if (oldest !== undefined) timer = setTimeout(expire, Math.max(1, oldest.endsAt - performance.now())).unref()
  }

  return <Result>(work: Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      lastId += 1
      const id = lastId
      waiting.set(id, { endsAt: performance.now() + milliseconds, reject })
      watch()
      work.then(
        (result) => {
          waiting.delete(id)
          resolve(result)
        },
        (reason: unknown) => {
          waiting.delete(id)
          reject(reason)
        },
      )
    })
}
