/** Notes that are written behind the calls they are of, many at once. */
export type WriteBehind<Row> = {
  /** A note takes the place of the one before it with the same key. */
  note: (notes: readonly (readonly [key: string, row: Row])[]) => void
  /** What is not written yet. */
  find: (key: string) => Row | undefined
  /** Resolves when it is not going to be written any more. */
  forget: (key: string) => Promise<void>
  /** Resolves when every note is written, or cannot be just now. */
  drain: () => Promise<void>
}

const batchSize = 500
/** Notes that wait while the database is away; beyond these the oldest are lost. */
const mostWaiting = 20_000
/** Between two tries while it is away. */
const pauseMs = 1000

/** `failed` is told of the first batch in a row that was not written: it is tried again, with the next note at the latest. */
export const createWriteBehind = <Row>(
  store: (rows: readonly Row[]) => Promise<void>,
  failed: (error: unknown) => void,
): WriteBehind<Row> => {
  const waiting = new Map<string, Row>()
  let writing: Promise<void> | undefined
  let again: NodeJS.Timeout | undefined
  let isFailing = false

  const writeAll = async () => {
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, batchSize)
      await store(batch.map(([, row]) => row))
      for (const [key, row] of batch) if (waiting.get(key) === row) waiting.delete(key)
    }
  }

  const write = (): Promise<void> => {
    clearTimeout(again)
    writing ??= writeAll().then(
      () => {
        writing = undefined
        isFailing = false
        // What came while the last write was ending.
        return waiting.size > 0 ? write() : undefined
      },
      (error: unknown) => {
        writing = undefined
        if (!isFailing) failed(error)
        isFailing = true
        again = setTimeout(write, pauseMs).unref()
      },
    )
    return writing
  }

  return {
    note: (notes) => {
      for (const [key, row] of notes) {
        const [oldest] = waiting.keys()
        if (waiting.size >= mostWaiting && oldest !== undefined) waiting.delete(oldest)
        waiting.set(key, row)
      }
      if (waiting.size > 0) void write()
    },
    find: (key) => waiting.get(key),
    forget: async (key) => {
      waiting.delete(key)
      await writing
    },
    drain: write,
  }
}
