import { expect, it } from 'vitest'
import { csvFile, csvText, type PlainValue, plainCell } from './csv.ts'

it('A text in a file for spreadsheets is never a formula, and a number stays one', () => {
  const texts = ['=1+"1"', '+1', '-1', '@a', '\t=1', 'a,b']
  expect(csvText([texts, [-1, 0.5]])).toBe(`"'=1+""1""","'+1","'-1","'@a","'\t=1","a,b"\r\n-1,0.5\r\n`)
})

it('A file tells spreadsheets that it is UTF-8: few heads are plain ASCII', async () => {
  const bytes = new Uint8Array(await csvFile([['Время']]).arrayBuffer())
  expect([...bytes.slice(0, 5)]).toEqual([0xef, 0xbb, 0xbf, 0x22, 0xd0])
})

const labelOf = (filter: string, choice: string) => (filter === 'type' && choice === '1' ? 'OpenAI' : undefined)
const written = (value: PlainValue, unit = 1) => plainCell(value, { unit, labelOf })

it('Amounts are written in the unit that is shown, and moments in UTC', () => {
  expect(written({ quota: -250_000 }, 500_000)).toBe(-0.5)
  expect(written({ quota: 7 })).toBe(7)
  expect(written({ seconds: 1_700_000_000 })).toBe('2023-11-14T22:13:20.000Z')
  expect([written({ seconds: 0 }), written(undefined)]).toEqual(['', ''])
})

it('What the server has a word for is written as the word, or as it is where the word is not known', () => {
  expect([written({ choice: '1', of: 'type' }), written({ choice: '99', of: 'type' })]).toEqual(['OpenAI', '99'])
})
