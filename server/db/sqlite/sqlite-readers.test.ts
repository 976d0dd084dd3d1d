import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '../../lib/log.ts'
import { createSqliteReaders, type SqliteReaders } from './sqlite-readers.ts'

const short = 'select 1 as value'
const long = (turns: number) =>
  `with recursive turn(n) as (select 1 union all select n + 1 from turn where n < ${turns}) select max(n) as value from turn`

let folder: string
let readers: SqliteReaders
/** The threads that were started, and not ended since. */
let threads: Set<Worker>
const started = (thread: Worker) => {
  threads.add(thread)
  thread.on('exit', () => threads.delete(thread))
}

beforeEach(() => {
  threads = new Set()
  process.on('worker', started)
  folder = mkdtempSync(join(tmpdir(), 'sluice-readers-'))
  const file = join(folder, 'sluice.sqlite')
  new DatabaseSync(file).close()
  readers = createSqliteReaders(file, createLog({ level: 'error' }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(async () => {
  vi.useRealTimers()
  await readers.close()
  process.off('worker', started)
  rmSync(folder, { recursive: true })
})

const read = async (sql: string) => (await readers.read(sql, [])).rows[0]?.value

/** Until the second thread is there, held up by what the first has to read. */
const startSecond = async () => {
  const reading = read(long(2_000_000))
  const waiting = read(short)
  await vi.advanceTimersByTimeAsync(100)
  expect(threads.size).toBe(2)
  expect(await Promise.all([reading, waiting])).toEqual([2_000_000, 1])
}

describe('the threads that read', () => {
  it('are one where what is read at the same moment is short', async () => {
    expect(await Promise.all([1, 2, 3, 4].map(() => read(short)))).toEqual([1, 1, 1, 1])
    expect(threads.size).toBe(1)
  })

  it('are two from when one has kept another waiting, until nobody needed the second for a minute', async () => {
    await startSecond()
    await vi.advanceTimersByTimeAsync(59_000)
    expect(threads.size).toBe(2)
    const [, second] = threads
    const ended = new Promise((resolve) => second?.once('exit', resolve))
    await vi.advanceTimersByTimeAsync(1_000)
    await ended
    expect(threads.size).toBe(1)
    expect(await read(short)).toBe(1)
    await startSecond()
  })

  it('answer what still waits when they are closed', async () => {
    const answers = Promise.all([read(long(200_000)), read(short), read(short)])
    await readers.close()
    expect(await answers).toEqual([200_000, 1, 1])
    await vi.waitFor(() => expect(threads.size).toBe(0))
  })

  it('go on with those who wait when what the first read is refused', async () => {
    const refused = readers.read('select nothing from nowhere', [])
    const waiting = read(short)
    await expect(refused).rejects.toThrow()
    expect(await waiting).toBe(1)
  })
})
