import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { settlement } from '#testing/rows.ts'
import { blockLength } from '../../lib/block-file.ts'
import { type ChargeFile, openChargeFile } from './charge-file.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const makeFile = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'charges-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'charges')
}

const capacity = 1 << 20

const open = async (file: string): Promise<ChargeFile> => {
  const charged = await openChargeFile(file, capacity)
  if (charged === undefined) throw new Error('another one has the file')
  return charged
}

/** What the next process finds. */
const leftIn = async (file: string) => {
  const charged = await open(file)
  await charged.close()
  return charged.left
}

describe('a file of charges', () => {
  it('gives the next process what was written, as it was and in its order', async () => {
    const file = await makeFile()
    const charges = [
      settlement({ content: '多字节 " \\ \u0000 😀', other: '{"a":[1,"x"]}', isStream: true }),
      settlement({ quota: Number.MAX_SAFE_INTEGER, counted: false }),
      settlement({ logged: false, tokenId: 0 }),
    ]
    const charged = await open(file)
    expect(charged.left).toEqual([])
    expect(await charged.append(charges.slice(0, 1))).toBe(true)
    expect(await charged.append(charges.slice(1))).toBe(true)
    await charged.close()
    const next = await open(file)
    expect(next.left).toEqual(charges)
    const more = settlement()
    await next.append([more])
    await next.close()
    expect(await leftIn(file)).toEqual([...charges, more])
  })

  it('is empty once it is cleared, and what it held before never comes back', async () => {
    const file = await makeFile()
    const charged = await open(file)
    for (let charges = 0; charges < 5; charges += 1)
      await charged.append([settlement({ content: 'x'.repeat(charges) })])
    await charged.clear()
    expect((await readFile(file)).readUInt32LE(0)).toBe(0)
    // Just as long as the first of before, so that the second of before would come next.
    const last = settlement({ content: '' })
    await charged.append([last])
    await charged.close()
    expect(await leftIn(file)).toEqual([last])
  })

  it('F16: ends before a charge that was written in part, wherever the writing was cut off', async () => {
    const file = await makeFile()
    const charged = await open(file)
    const [first, second] = [settlement(), settlement({ content: '多' })]
    await charged.append([first])
    const middle = nextBlock(lengthOf(await readFile(file), 0))
    await charged.append([second])
    await charged.close()
    const whole = await readFile(file)
    const end = middle + lengthOf(whole, middle)
    for (let cut = middle; cut <= end; cut += 1) {
      const torn = Buffer.from(whole)
      torn.fill(0, cut, end)
      await writeFile(file, torn)
      expect(await leftIn(file), `cut off at ${cut}`).toEqual(cut === end ? [first, second] : [first])
    }
    const odd = Buffer.from(whole)
    odd[end - 1] = 0x2c
    await writeFile(file, odd)
    expect(await leftIn(file)).toEqual([first])
  })

  it('takes no more than it has room for, and has room again when it is cleared', async () => {
    const file = await makeFile()
    const charged = await open(file)
    const large = [settlement({ content: 'x'.repeat(400_000) })]
    expect([await charged.append(large), await charged.append(large), await charged.append(large)]).toEqual([
      true,
      true,
      false,
    ])
    expect(await charged.append([settlement()])).toBe(true)
    await charged.clear()
    expect(await charged.append(large)).toBe(true)
    await charged.close()
    expect(await leftIn(file)).toEqual(large)
    expect((await readFile(file)).length).toBe(capacity)
  })

  it('is cleared after what is being written, and before what comes then', async () => {
    const file = await makeFile()
    const charged = await open(file)
    const last = settlement()
    await Promise.all([charged.append([settlement()]), charged.clear(), charged.append([last])])
    await charged.close()
    expect(await leftIn(file)).toEqual([last])
  })

  it('is closed after what is being written', async () => {
    const file = await makeFile()
    const charged = await open(file)
    const charges = [settlement(), settlement()]
    await Promise.all([...charges.map((charge) => charged.append([charge])), charged.close()])
    expect(await leftIn(file)).toEqual(charges)
  })

  it('has zeros behind a charge to the end of its block, not what another had there', async () => {
    const file = await makeFile()
    const charged = await open(file)
    await charged.append([settlement({ content: 'x'.repeat(4 * blockLength) })])
    const middle = nextBlock(lengthOf(await readFile(file), 0))
    await charged.append([settlement({ content: 'y'.repeat(blockLength) })])
    await charged.close()
    const bytes = await readFile(file)
    const end = middle + lengthOf(bytes, middle)
    expect(end % blockLength).not.toBe(0)
    expect(bytes.subarray(end).every((byte) => byte === 0)).toBe(true)
  })

  it('belongs to one at a time', async () => {
    const file = await makeFile()
    const charged = await open(file)
    expect(await openChargeFile(file, capacity)).toBeUndefined()
    await charged.close()
    expect(await leftIn(file)).toEqual([])
  })

  it('is not opened when it holds what cannot be a charge, and stays as it is', async () => {
    const file = await makeFile()
    const charged = await open(file)
    await charged.append([{ ...settlement(), quota: 0.5 }])
    await charged.close()
    const before = await readFile(file)
    await expect(openChargeFile(file, capacity)).rejects.toThrow('charges that this version cannot read')
    expect((await readFile(file)).equals(before)).toBe(true)
  })
})

const nextBlock = (place: number): number => Math.ceil(place / blockLength) * blockLength

const lengthOf = (bytes: Buffer, place: number): number => 12 + bytes.readUInt32LE(place)
