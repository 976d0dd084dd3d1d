/**
 * Values that are in use, kept in memory until somebody says that they changed. Whoever says so may do it while the
 * value is being read: what such a reading brings is neither kept nor given to anybody, it is read once more.
 */
export type KnownValues<Key, Value> = {
  get: (key: Key) => Value | undefined
  /** Reads it, whether it is known or not; those who ask meanwhile get the same. */
  load: (key: Key) => Promise<Value | undefined>
  /** All that belongs to the id, under whatever key. */
  forget: (id: number) => void
  forgetAll: () => void
}

type Parts<Key, Value> = {
  read: (key: Key) => Promise<Value | undefined>
  /** What changes of the value are told by, which is known only once it was read. */
  idOf: (value: Value) => number
  /** The oldest go first beyond this number. */
  capacity: number
}

export const createKnownValues = <Key, Value>(parts: Parts<Key, Value>): KnownValues<Key, Value> => {
  const { read, idOf, capacity } = parts
  const values = new Map<Key, Value>()
  const keysOf = new Map<number, Key[]>()
  const reading = new Map<Key, Promise<Value | undefined>>()
  /** Counts what was forgotten, so that a reading knows what was forgotten since it began. */
  let count = 0
  let allForgottenAt = 0
  /** As long as anything is being read. */
  const forgottenAt = new Map<number, number>()

  const drop = (key: Key) => {
    const value = values.get(key)
    if (value === undefined) return
    values.delete(key)
    const id = idOf(value)
    const left = keysOf.get(id)?.filter((other) => other !== key) ?? []
    if (left.length === 0) keysOf.delete(id)
    else keysOf.set(id, left)
  }

  const keep = (key: Key, value: Value) => {
    drop(key)
    values.set(key, value)
    keysOf.set(idOf(value), [...(keysOf.get(idOf(value)) ?? []), key])
    for (const oldest of values.keys()) {
      if (values.size <= capacity) break
      drop(oldest)
    }
  }

  const isOutdated = (value: Value, begunAt: number): boolean =>
    allForgottenAt > begunAt || (forgottenAt.get(idOf(value)) ?? 0) > begunAt

  const readUntilCurrent = async (key: Key): Promise<Value | undefined> => {
    try {
      for (;;) {
        const begunAt = count
        const value = await read(key)
        if (value === undefined) {
          drop(key)
          return undefined
        }
        if (isOutdated(value, begunAt)) continue
        keep(key, value)
        return value
      }
    } finally {
      // At once with what was kept: who asks after something was forgotten must not find a reading that is over.
      reading.delete(key)
      if (reading.size === 0) forgottenAt.clear()
    }
  }

  return {
    get: (key) => values.get(key),
    load: (key) => {
      const running = reading.get(key)
      if (running !== undefined) return running
      const begun = readUntilCurrent(key)
      reading.set(key, begun)
      return begun
    },
    forget: (id) => {
      count += 1
      if (reading.size > 0) forgottenAt.set(id, count)
      for (const key of keysOf.get(id) ?? []) values.delete(key)
      keysOf.delete(id)
    },
    forgetAll: () => {
      count += 1
      allForgottenAt = count
      values.clear()
      keysOf.clear()
    },
  }
}
