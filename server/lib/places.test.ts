import { expect, it } from 'vitest'
import { createPlaces } from './places.ts'

it('places are given in the order they were asked for, never more than there are just then', async () => {
  let most = 2
  const places = createPlaces(() => most)
  const entered: number[] = []
  const taking = [1, 2, 3, 4].map(async (who) => {
    const giveBack = await places.take()
    entered.push(who)
    return giveBack
  })
  const [one, two] = await Promise.all(taking.slice(0, 2))
  expect(entered).toEqual([1, 2])
  most = 1
  one?.()
  await Promise.resolve()
  expect(entered).toEqual([1, 2])
  two?.()
  ;(await taking[2])?.()
  ;(await taking[3])?.()
  expect(entered).toEqual([1, 2, 3, 4])
})
