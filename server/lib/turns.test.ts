import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

it('gives turns one at a time in the order they were asked for', async () => {
  const turns = createTurns()
  const order: string[] = []
  const takeOne = async (name: string) => {
    const end = await turns.take()
    order.push(`${name} begins`)
    await new Promise((resolve) => setImmediate(resolve))
    order.push(`${name} ends`)
    end()
    end()
  }
  await Promise.all(['one', 'two', 'three'].map(takeOne))
  expect(order).toEqual(['one begins', 'one ends', 'two begins', 'two ends', 'three begins', 'three ends'])
})
