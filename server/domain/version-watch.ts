import type { Database } from '../db/database.ts'
import { listVersions } from '../db/versions.ts'
import { withDeadline } from '../lib/deadline.ts'
import type { Log } from '../lib/log.ts'
import type { Signals } from '../lib/signals.ts'
import { changeText } from './broadcast.ts'

/**
 * Looks every other second which changes the database has, and says them again to whoever follows changes on this node:
 * so no node depends on having heard them. Begins with what is there now; what is read after that misses nothing.
 */
export const watchVersions = async (parts: {
  database: Pick<Database, 'engine' | 'query'>
  signals: Signals
  log: Log
}): Promise<() => void> => {
  const { database, signals, log } = parts
  // A file has one node, which hears itself.
  if (database.engine === 'sqlite') return () => {}
  const watch = new VersionWatch(parts, (await listVersions(database.query, undefined)).next)
  let isDeaf = false
  const look = async () => {
    try {
      await withDeadline(watch.look(), patienceMs, tookTooLong)
      if (isDeaf) log.info('changes are looked for again')
      isDeaf = false
    } catch (error) {
      if (!isDeaf && signals.isOpen()) log.warn('it cannot be seen what other nodes changed', { error })
      isDeaf = true
    }
    if (signals.isOpen()) timer = setTimeout(look, isDeaf ? againMs : betweenLooksMs).unref()
  }
  let timer = setTimeout(look, betweenLooksMs).unref()
  return () => clearTimeout(timer)
}

class VersionWatch {
  readonly #parts: { database: Pick<Database, 'query'>; signals: Signals }
  #next: number
  /** What was said already, of the changes that may come again. */
  #said = new Map<string, number>()
  #looking = 0

  constructor(parts: { database: Pick<Database, 'query'>; signals: Signals }, next: number) {
    this.#parts = parts
    this.#next = next
  }

  async look(): Promise<void> {
    this.#looking += 1
    const turn = this.#looking
    const { next, changes } = await listVersions(this.#parts.database.query, this.#next)
    // It took so long that another look was begun, which sees at least as much.
    if (turn !== this.#looking) return
    const isAnother = next < this.#next
    const fresh = changes.filter(({ topic, id, version }) => this.#said.get(`${topic} ${id}`) !== version)
    this.#next = next
    this.#said = new Map(changes.map(({ topic, id, version }) => [`${topic} ${id}`, version]))
    // Another database in its place, as after a backup was brought in: nothing that is known is worth anything.
    if (isAnother) for (const topic of topics) this.#parts.signals.deliver(topic, { kind: 'missed' })
    for (const [topic, ids] of Map.groupBy(fresh, (change) => change.topic)) {
      const text = changeText(
        '',
        ids.map(({ id }) => id),
      )
      this.#parts.signals.deliver(topic, { kind: 'message', text })
    }
  }
}

const topics = ['options', 'channels', 'users', 'tokens'] as const

const betweenLooksMs = 2000
const againMs = 250
/** A look at one index, which is over in a millisecond where the database is well. */
const patienceMs = 1000

const tookTooLong = () => new Error('the database did not answer in time')
