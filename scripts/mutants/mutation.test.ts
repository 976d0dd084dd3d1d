import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectFolder } from '../run-program.ts'
import { mutantsOf } from './mutation.ts'
import { rooms } from './rooms.ts'

/** The file as each wrong change leaves it. */
const wrong = (text: string): string[] =>
  mutantsOf('a.ts', text).map(({ start, end, after }) => text.slice(0, start) + after + text.slice(end))

it.each([
  ['if (a) b = 1', ['if (!(a)) b = 1', 'if (a) ;']],
  ['const x = a ? 1 : 2', ['const x = !(a) ? 1 : 2']],
  ['const x = a < b', ['const x = (a <= b)']],
  ['const x = a >= b', ['const x = (a > b)']],
  ['if (a === b) {}', ['if (!(a === b)) {}']],
  ['const x = [a === b]', ['const x = [(a !== b)]']],
  ['const x = a + 1', ['const x = (a - 1)']],
  ["const x = a + ' b'", []],
  ['const x = a ?? b', ['const x = (a && b)']],
  ['const x = Math.max(a, b)', ['const x = Math.min(a, b)']],
  ['for (;;) continue', ['for (;;) ;']],
  ['const f = () => !a', ['const f = () => true', 'const f = () => false']],
  ["log.info('said')", []],
  ['const f = async () => { await g() }', ['const f = async () => { ; }', 'const f = async () => { (g()) }']],
  ['type A<B> = B extends 1 ? 2 : 3', []],
])('%s is changed in every small way', (text, changed) => {
  expect(wrong(text).toSorted()).toEqual(changed.toSorted())
})

it('tells the line of a change', () => {
  expect(mutantsOf('a.ts', 'const a = 1\n\nconst b = a < 2\n')).toMatchObject([{ line: 3, before: 'a < 2' }])
})

it('every file and test of the rooms is there', () => {
  const named = rooms.flatMap(({ parts }) => parts).flatMap(({ files, tests }) => [...files, ...tests])
  expect(named.filter((path) => !existsSync(join(projectFolder, path)))).toEqual([])
})
