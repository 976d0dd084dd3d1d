import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { settlement } from '#testing/rows.ts'
import { createLog } from '../../lib/log.ts'
import { openSpool, type Spool } from './spool.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const makeFile = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'spool-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'data', 'spool.sqlite')
}

const open = async (file: string, lines: string[] = []): Promise<Spool> => {
  const spool = await openSpool(file, createLog({ level: 'info', write: (line) => lines.push(line) }))
  cleanups.push(spool.close)
  return spool
}

describe('the spool', () => {
  it('gives settlements back as they were, oldest first, also to the next process', async () => {
    const file = await makeFile()
    const settlements = [
      settlement({ requestId: 'b', content: '多字节 " \\ \u0000 😀', other: '{"a":[1,"x"]}', isStream: true }),
      settlement({ requestId: 'a', quota: Number.MAX_SAFE_INTEGER, counted: false }),
      settlement({ requestId: 'c', logged: false, tokenId: 0 }),
    ]
    const spool = await open(file)
    for (const one of settlements) await spool.append(one)
    // A second connection sees what is committed, and nothing else.
    const next = await open(file)
    expect(await next.read(10)).toEqual(settlements)
    expect(await next.read(2)).toEqual(settlements.slice(0, 2))
  })

  it('has a thread only while something may be in it', async () => {
    const spool = await open(await makeFile())
    const posted = vi.spyOn(Worker.prototype, 'postMessage')
    expect(await spool.read(10)).toEqual([])
    expect(posted).toHaveBeenLastCalledWith(expect.objectContaining({ kind: 'close' }))
    await spool.remove([])
    expect(await spool.read(10)).toEqual([])
    expect(posted).toHaveBeenCalledTimes(2)
    // The next charge finds another, at once, and what is in there is read again.
    const settlements = [settlement(), settlement()]
    await Promise.all(settlements.map((one) => spool.append(one)))
    expect(await spool.read(10)).toEqual(settlements)
    await spool.remove(settlements)
    expect(await spool.read(10)).toEqual([])
    expect(posted).toHaveBeenLastCalledWith(expect.objectContaining({ kind: 'close' }))
  })

  it('commits what arrives together in one go, and resolves for each', async () => {
    const spool = await open(await makeFile())
    const made = (length: number) => Array.from({ length }, () => settlement())
    const [alone, together] = [made(3), made(2000)]
    const posted = vi.spyOn(Worker.prototype, 'postMessage')
    for (const one of alone) await spool.append(one)
    expect(posted).toHaveBeenCalledTimes(3)
    await Promise.all(together.map((one) => spool.append(one)))
    // One commit each would be two thousand.
    expect(posted.mock.calls.length).toBeLessThan(3 + 20)
    expect(await spool.read(5000)).toEqual([...alone, ...together])
  })

  it('is closed after what is being appended', async () => {
    const file = await makeFile()
    const spool = await open(file)
    const settlements = [settlement(), settlement(), settlement()]
    await Promise.all([...settlements.map((one) => spool.append(one)), spool.close()])
    expect(await (await open(file)).read(10)).toEqual(settlements)
  })

  it('I12: keeps a settlement once, however often it is appended', async () => {
    const spool = await open(await makeFile())
    const one = settlement()
    await Promise.all([spool.append(one), spool.append(one)])
    await spool.append({ ...one, quota: 99 })
    expect(await spool.read(10)).toEqual([one])
  })

  it('forgets what was removed, and only that', async () => {
    const spool = await open(await makeFile())
    const [first, second, third] = [settlement(), settlement(), settlement()]
    for (const one of [first, second, third]) await spool.append(one)
    await spool.remove([first, third, settlement()])
    expect(await spool.read(10)).toEqual([second])
    await spool.remove([])
    await spool.append(first)
    expect(await spool.read(10)).toEqual([second, first])
  })

  it('an entry that cannot be read stays, is spoken of, and keeps back no other', async () => {
    const file = await makeFile()
    const lines: string[] = []
    const spool = await open(file, lines)
    const one = settlement()
    const raw = new DatabaseSync(file)
    raw.exec(`insert into settlements (request_id, settlement) values ('odd', '{"requestId":"odd"}'), ('bad', '{')`)
    raw.close()
    await spool.append(one)
    expect(await spool.read(10)).toEqual([one])
    expect(lines.join('')).toContain('odd')
    expect(lines.join('')).toContain('bad')
  })

  it('F15: tells whoever removes a settlement that it could not be', async () => {
    const file = await makeFile()
    const spool = await open(file)
    const one = settlement()
    await spool.append(one)
    const raw = new DatabaseSync(file)
    raw.exec('begin exclusive')
    await expect(spool.remove([one])).rejects.toMatchObject({ code: 'storage_unavailable' })
    raw.exec('rollback')
    raw.close()
    expect(await spool.read(10)).toEqual([one])
  })

  it('is not opened over a file that is something else', async () => {
    const file = await makeFile()
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, 'no database at all, but long enough to be taken for one'.repeat(100))
    await expect(openSpool(file, createLog({ level: 'info', write: () => {} }))).rejects.toMatchObject({
      code: 'storage_unavailable',
    })
  })

  it('F15: rejects when the file cannot be written, and writes again when it can', async () => {
    const file = await makeFile()
    const spool = await open(file)
    const raw = new DatabaseSync(file)
    raw.exec('pragma max_page_count = 1')
    raw.exec('begin exclusive')
    await expect(spool.append(settlement())).rejects.toMatchObject({ code: 'storage_unavailable' })
    raw.exec('rollback')
    raw.close()
    await spool.append(settlement())
    expect(await spool.read(10)).toHaveLength(1)
  })
})
