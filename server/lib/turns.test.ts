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

it('passes over whoever has waited for as long as he would, and no other', async () => {
  const turns = createTurns()
  const end = await turns.take()
  const late = new Error('too long')
  const impatient = turns.takeWithin(1, () => late)
  const patient = turns.takeWithin(60_000, () => late)
  await expect(impatient).rejects.toBe(late)
  end()
  const endPatient = await patient
  endPatient()
  await turns.take()
})
