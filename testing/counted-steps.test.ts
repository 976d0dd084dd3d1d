import { expect, it } from 'vitest'
import { countSteps } from './counted-steps.ts'

const module = new URL('../protocols/counting/audio-duration.ts', import.meta.url)
type Module = typeof import('#protocols/counting/audio-duration.ts')

/** Boxes of eight bytes beside each other. */
const boxes = (count: number): Buffer =>
  Buffer.concat([Buffer.from('\0\0\0\bftyp'), ...Array(count).fill(Buffer.from('\0\0\0\bfree'))])

const stepsFor = async (count: number) => {
  const { result, steps } = await countSteps(module, boxes(count), ({ audioSeconds }: Module, bytes) =>
    audioSeconds(bytes),
  )
  expect(result).toBeGreaterThan(0)
  return steps
}

it('steps are the same each time, and twice as many for twice the work', async () => {
  const [few, again, twice] = [await stepsFor(300), await stepsFor(300), await stepsFor(600)]
  expect(again).toBe(few)
  expect(few).toBeGreaterThan(300)
  expect(Math.abs(twice / few - 2)).toBeLessThan(0.2)
})
