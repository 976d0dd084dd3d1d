import { expect, it } from 'vitest'
import { addedSide, newConversation, rememberSettings } from './new-conversation.ts'

const models = ['lake', 'river', 'stone']
const fresh = newConversation(7)
const sidesOf = (...names: string[]) =>
  names.flatMap((model) => fresh.sides.map((side) => ({ ...side, id: model, model })))

it('compares with the next model of the list, as long as none was compared', () => {
  expect(addedSide(7, sidesOf('river'), models)).toMatchObject({
    model: 'stone',
    parameters: fresh.sides[0]?.parameters,
  })
  expect(addedSide(7, sidesOf('stone'), models).model).toBe('lake')
  expect(addedSide(7, sidesOf('river', 'stone'), models).model).toBe('lake')
})

it('compares with the model that was compared last, where it can be called', () => {
  rememberSettings(7, { ...fresh, sides: sidesOf('river', 'lake') })
  rememberSettings(7, { ...fresh, sides: sidesOf('river') })
  expect(addedSide(7, sidesOf('river'), models).model).toBe('lake')
  expect(addedSide(7, sidesOf('lake'), models).model).toBe('river')
  expect(addedSide(7, sidesOf('river'), ['river', 'stone']).model).toBe('stone')
  expect(addedSide(8, sidesOf('river'), models).model).toBe('stone')
})

it('leaves the model open where there is no other', () => {
  expect(addedSide(7, sidesOf('river'), ['river']).model).toBe('')
})
