import { randomBytes } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createGzipPacker } from './gzip-packer.ts'

const texts = {
  nothing: '',
  'one sign': 'a',
  'an answer': JSON.stringify({ success: true, message: '', data: [1, 2, 3] }),
  'signs of several bytes': 'é好🙂'.repeat(70_000),
  'as much as fits at once': 'x'.repeat(1 << 17),
  'one more': 'x'.repeat((1 << 17) + 1),
  'megabytes that hardly get smaller': randomBytes(3_000_000).toString('base64'),
}

const unpacked = (bytes: Buffer): string => gunzipSync(bytes).toString()

describe('a gzip packer', () => {
  it.each(Object.entries(texts))('packs %s, and again', async (_, text) => {
    const pack = createGzipPacker(1)
    for (let round = 0; round < 3; round += 1) expect(unpacked(await pack(text)) === text).toBe(true)
  })

  it('packs texts of all lengths one after the other, each by itself', async () => {
    const pack = createGzipPacker(1)
    for (let length = 0; length < 300; length += 1) {
      const text = `${length}:${'ab'.repeat(length * length)}`
      expect(unpacked(await pack(text)) === text).toBe(true)
    }
  })

  it('packs many at once', async () => {
    const pack = createGzipPacker(1)
    const all = Array.from({ length: 40 }, (_, number) => randomBytes(1 + number * 5000).toString('hex'))
    for (let round = 0; round < 3; round += 1) {
      const packed = await Promise.all(all.map(pack))
      expect(packed.map(unpacked)).toEqual(all)
    }
  })

  it('leaves nothing behind that only a full garbage collection would find', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc')
    const pack = createGzipPacker(1)
    const text = 'a line of an answer\n'.repeat(3000)
    await pack(text)
    collect()
    const before = process.memoryUsage().arrayBuffers
    for (let round = 0; round < 100; round += 1) {
      await pack(text)
      collect({ type: 'minor' })
    }
    // What one of them needs is 20 kB at least.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(500_000)
  })
})
