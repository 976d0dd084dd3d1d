import { describe, expect, it } from 'vitest'
import { createFairTurns } from './fair-turns.ts'

const refusal = () => new Error('too many wait')

/** Turns that end when they are told to, in the order in which they began. */
const openTurns = ({ atOnce = 1, mostWaiting = 100 } = {}) => {
  const turns = createFairTurns({ atOnce, mostWaiting, refusal })
  const begun: string[] = []
  const refused: string[] = []
  const ends: (() => void)[] = []
  const ask = (name: string, ...askers: string[]) => {
    void turns(askers, async () => {
      begun.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
    }).catch(() => refused.push(name))
  }
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  const endAll = async () => {
    for (await settle(); ends.length > 0; await settle()) ends.shift()?.()
  }
  return { ask, begun, refused, ends, settle, endAll }
}

describe('turns that are taken fairly', () => {
  it('who asks once waits for one turn of whoever asks a hundred and fifty times', async () => {
    const { ask, begun, endAll } = openTurns({ mostWaiting: 200 })
    for (let time = 1; time <= 150; time += 1) ask('flood', 'address:a', 'account:1')
    ask('ann', 'address:b', 'account:2')
    ask('bob', 'address:c', 'account:3')
    await endAll()
    expect(begun).toHaveLength(152)
    expect(begun.indexOf('ann')).toBeLessThanOrEqual(2)
    expect(begun.indexOf('bob')).toBeLessThanOrEqual(3)
  })

  it.each([
    ['one address with many accounts', (time: number) => ['address:a', `account:${time}`]],
    ['many addresses with one account', (time: number) => [`address:${time}`, 'account:a']],
  ])('%s have one turn a round like everybody else', async (_title, askers) => {
    const { ask, begun, endAll } = openTurns()
    for (let time = 1; time <= 50; time += 1) ask('flood', ...askers(time))
    for (let time = 1; time <= 5; time += 1) ask('ann', 'address:ann', 'account:ann')
    await endAll()
    expect(begun.slice(0, 12).filter((name) => name === 'ann')).toHaveLength(5)
  })

  it('no more are inside than there are places, and all of them have their turn', async () => {
    const { ask, begun, ends, settle, endAll } = openTurns({ atOnce: 2 })
    for (let time = 1; time <= 20; time += 1) ask(`turn ${time}`)
    await settle()
    expect(ends).toHaveLength(2)
    await endAll()
    expect(begun).toEqual(Array.from({ length: 20 }, (_, index) => `turn ${index + 1}`))
  })

  it('when too many wait, those are refused who asked for most, and newcomers find room', async () => {
    const { ask, begun, refused, settle, endAll } = openTurns({ mostWaiting: 10 })
    for (let time = 1; time <= 50; time += 1) ask('flood', 'address:a')
    await settle()
    expect(refused).toEqual(Array(39).fill('flood'))
    for (const name of ['ann', 'bob', 'eve']) ask(name, `address:${name}`)
    await endAll()
    expect(refused).toEqual(Array(42).fill('flood'))
    expect(begun.slice(0, 5)).toEqual(expect.arrayContaining(['ann', 'bob', 'eve']))
  })

  it('a turn that fails is over like every other', async () => {
    const turns = createFairTurns({ atOnce: 1, mostWaiting: 1, refusal })
    await expect(turns(['a'], () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await turns(['a'], async () => 'next')).toBe('next')
  })
})
