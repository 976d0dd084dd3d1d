import { expect, it } from 'vitest'
import { csvText, plainCell } from './csv.ts'

it('A text in a file for spreadsheets is never a formula, and a number stays one', () => {
  const texts = ['=1+"1"', '+1', '-1', '@a', '\t=1', 'a,b']
  expect(csvText([texts, [-1, 0.5]])).toBe(`"'=1+""1""","'+1","'-1","'@a","'\t=1","a,b"\r\n-1,0.5\r\n`)
})

it('Amounts are written in the unit that is shown, and moments in UTC', () => {
  expect(plainCell({ quota: -250_000 }, 500_000)).toBe(-0.5)
  expect(plainCell({ quota: 7 }, 1)).toBe(7)
  expect(plainCell({ seconds: 1_700_000_000 }, 1)).toBe('2023-11-14T22:13:20.000Z')
  expect([plainCell({ seconds: 0 }, 1), plainCell(undefined, 1)]).toEqual(['', ''])
})
