import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { providers } from '#providers/index.ts'
import { projectFolder } from '../run-program.ts'
import { columns, type ShowingTest, testOf } from './shown-tests.ts'

const shown = columns.flatMap((column) =>
  providers.flatMap((provider) => {
    const concerned = column.concerns(provider)
    return concerned ? [{ column: column.title, provider, test: testOf(column, provider) }] : []
  }),
)

it('What a provider has is shown by a test, in every column', () => {
  expect(shown.filter(({ test }) => test === undefined).map(({ column, provider }) => [column, provider.name])).toEqual(
    [],
  )
})

it('Every test that shows something of a provider stands where it is said to', () => {
  const tests = shown.flatMap(({ test }) => (test === undefined ? [] : [test]))
  const files = new Map(tests.map(({ file }) => [file, readFileSync(join(projectFolder, file), 'utf8')]))
  const isThere = ({ file, title }: ShowingTest) => files.get(file)?.includes(`'${title}'`) === true
  expect(tests.filter((test) => !isThere(test))).toEqual([])
})

it('No provider is left that is no more, and no test that shows nothing', () => {
  const names = new Set(providers.map(({ name }) => name))
  expect(columns.flatMap(({ but = {} }) => Object.keys(but)).filter((name) => !names.has(name))).toEqual([])
  const used = new Set(shown.map(({ test }) => test))
  const given = columns.flatMap(({ usually, but = {} }) => [...(usually ? [usually] : []), ...Object.values(but)])
  expect(given.filter((test) => !used.has(test))).toEqual([])
})
