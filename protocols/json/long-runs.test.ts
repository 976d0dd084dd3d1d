import { describe, expect, it } from 'vitest'
import { setLongRunsAside } from './long-runs.ts'

const picture = 'iVBORw0KGgo+/_-='.repeat(40_000)
const others = async () => {}

const shorten = async (text: string) => {
  const short = await setLongRunsAside(Buffer.from(text), 'mark', others)
  if (short === undefined) throw new TypeError('nothing was set aside')
  return short
}

describe('long runs of base64 set aside', () => {
  it('leave a short answer, and come back where their marks stand', async () => {
    const answer = JSON.stringify({ first: picture, second: [`data:image/png;base64,${picture}`, 'w'.repeat(300_000)] })
    const short = await shorten(answer)
    expect(short.bytes.length).toBeLessThan(answer.length / 3)
    const read: unknown = JSON.parse(short.bytes.toString())
    expect(read).toMatchObject({
      first: expect.stringMatching(/^iVBORw0KGgo/),
      second: [expect.stringMatching(/^data:image/), expect.any(String)],
    })
    expect((await short.restore(short.bytes))?.toString()).toBe(answer)
  })

  it('come back in another order, more than once, and within a text of a text', async () => {
    const [first, second] = [picture, `x${picture}`]
    const short = await shorten(JSON.stringify([first, second]))
    const [shortFirst, shortSecond] = JSON.parse(short.bytes.toString())
    const told = (one: string, other: string) => JSON.stringify([other, JSON.stringify({ one, again: one })])
    const restored = await short.restore(Buffer.from(told(shortFirst, shortSecond)))
    expect(restored?.toString()).toBe(told(first, second))
  })

  it('count for what they are', async () => {
    const short = await shorten(JSON.stringify([`${picture}é`, 'short']))
    const [long, brief] = JSON.parse(short.bytes.toString())
    expect(short.sizeOf(long)).toBe(picture.length + 2)
    expect(short.sizeOf(brief + long + long)).toBe(5 + 2 * (picture.length + 2))
  })

  it('are missed where one of them was dropped or changed', async () => {
    const short = await shorten(JSON.stringify([picture, `x${picture}`]))
    const [first, second] = JSON.parse(short.bytes.toString())
    for (const told of [
      [first],
      [first, second.toLowerCase()],
      [first, second.slice(0, 70_000)],
      [first, second.slice(0, -1)],
      [],
    ]) {
      expect(await short.restore(Buffer.from(JSON.stringify(told)))).toBeUndefined()
    }
  })

  it('are found wherever they begin, and nothing else is', async () => {
    for (const before of [0, 1, 100_000, 262_143, 262_144, 262_145, 700_000]) {
      const text = `${' '.repeat(before)}${'w'.repeat(262_144)} ${' '.repeat(before)}`
      const short = await shorten(text)
      expect(short.bytes.length).toBeLessThan(text.length - 100_000)
      expect((await short.restore(short.bytes))?.toString()).toBe(text)
    }
    for (const text of [
      '',
      'w',
      'w'.repeat(262_143),
      'some words '.repeat(100_000),
      `${'w'.repeat(200_000)}\\n`.repeat(9),
    ]) {
      expect(await setLongRunsAside(Buffer.from(text), 'mark', others)).toBeUndefined()
    }
  })

  it('give way to others while they are long', async () => {
    let turns = 0
    const answer = Buffer.from('w'.repeat(40 * 1024 * 1024))
    const short = await setLongRunsAside(answer, 'mark', async () => {
      turns += 1
    })
    expect(turns).toBeGreaterThanOrEqual(20)
    turns = 0
    expect((await short?.restore(short.bytes))?.equals(answer)).toBe(true)
    expect(turns).toBeGreaterThanOrEqual(19)
  })
})
