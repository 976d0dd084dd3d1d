import { expect, it } from 'vitest'
import { inOrder } from './local-order.ts'

type Row = { name: string; price?: number }

const rows: readonly Row[] = [{ name: 'm-10', price: 2 }, { name: 'm-2' }, { name: 'm-1', price: 0 }]
const orders = { name: ({ name }: Row) => name, price: ({ price }: Row) => price }
const namesBy = (id: string, direction: 'asc' | 'desc') =>
  inOrder(rows, orders, { id, direction }).map(({ name }) => name)

it('Names are ordered as people count, both ways', () => {
  expect(namesBy('name', 'asc')).toEqual(['m-1', 'm-2', 'm-10'])
  expect(namesBy('name', 'desc')).toEqual(['m-10', 'm-2', 'm-1'])
})

it('A row without a number stands last both ways, and one with zero does not', () => {
  expect(namesBy('price', 'asc')).toEqual(['m-1', 'm-10', 'm-2'])
  expect(namesBy('price', 'desc')).toEqual(['m-10', 'm-1', 'm-2'])
})

it('An order that is not known, or none, leaves the rows as they came', () => {
  expect(namesBy('weight', 'asc')).toEqual(['m-10', 'm-2', 'm-1'])
  expect(inOrder(rows, orders, undefined)).toBe(rows)
})
