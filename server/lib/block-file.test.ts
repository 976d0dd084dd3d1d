import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { blockLength, openBlockFile } from './block-file.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const length = 64 * blockLength

const makeName = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'blocks-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'blocks')
}

describe('a block file', () => {
  it('holds for who opens it next what was written, and zeros elsewhere', async () => {
    const name = await makeName()
    const { file, held } = await openBlockFile(name, length)
    expect(held.length).toBe(0)
    file.room.fill(7, 0, 2 * blockLength)
    await file.write(2 * blockLength, 5 * blockLength)
    file.room.fill(8, 0, blockLength)
    await file.write(blockLength, length - blockLength)
    await file.close()
    const expected = Buffer.alloc(length).fill(7, 5 * blockLength, 7 * blockLength)
    expected.fill(8, length - blockLength)
    const next = await openBlockFile(name, length)
    await next.file.close()
    expect(next.held.equals(expected)).toBe(true)
    expect((await readFile(name)).equals(expected)).toBe(true)
  })

  it.each([1, blockLength + 1, length - 1])('keeps the %i bytes of a shorter file', async (size) => {
    const name = await makeName()
    const bytes = Buffer.alloc(size, 'x')
    await writeFile(name, bytes)
    const { file, held } = await openBlockFile(name, length)
    await file.close()
    expect(held.equals(bytes)).toBe(true)
    expect((await readFile(name)).equals(Buffer.concat([bytes, Buffer.alloc(length - size)]))).toBe(true)
  })
})
