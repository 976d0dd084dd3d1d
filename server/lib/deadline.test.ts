import { describe, expect, it } from 'vitest'
import { createSharedDeadline } from './deadline.ts'

const late = () => new Error('late')
const never = new Promise<never>(() => {})
const pause = (ms: number) => new Promise<string>((resolve) => setTimeout(() => resolve('done'), ms))

/** The deadline's two answers as the ends of a promise. */
const createWithin = (milliseconds: number) => {
  const within = createSharedDeadline(milliseconds, late)
  return <Result>(work: Promise<Result>) => new Promise<Result>((resolve, reject) => within(work, resolve, reject))
}

describe('a deadline that much work shares', () => {
  it('lets what ends in time through, with its result or its error', async () => {
    const within = createWithin(1000)
    expect(await within(pause(1))).toBe('done')
    await expect(within(Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  })

  it('rejects each that does not, at its own time', async () => {
    const within = createWithin(60)
    const first = within(never)
    await pause(30)
    const second = within(never)
    const order: string[] = []
    await Promise.allSettled([
      first.catch((error: Error) => order.push(`first ${error.message}`)),
      second.catch((error: Error) => order.push(`second ${error.message}`)),
    ])
    expect(order).toEqual(['first late', 'second late'])
  })

  it('ignores work that ends after it was given up', async () => {
    const within = createWithin(5)
    const work = pause(40)
    await expect(within(work)).rejects.toThrow('late')
    await work
  })
})
