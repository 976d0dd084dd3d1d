import { describe, expect, it } from 'vitest'
import { readSourceFiles } from '../layers/source-file.ts'
import { projectFolder } from '../run-program.ts'
import { mutants, requirements, showRequirements, titledFiles, titlesIn } from './reliability-table.ts'

const files = readSourceFiles(projectFolder)
const textOf = (path: string) => files.find((file) => file.path === path)?.text ?? ''
const shown = showRequirements(files)

const numbered = (letter: string, count: number) =>
  Array.from({ length: count }, (_, index) => letter + String(index + 1).padStart(letter === 'I' ? 1 : 2, '0'))

describe('the requirements', () => {
  it('are all there, in their order', () => {
    expect(Object.keys(requirements)).toEqual([...numbered('I', 13), ...numbered('T', 64), ...numbered('F', 30)])
    expect(Object.keys(mutants).filter((id) => !Object.hasOwn(requirements, id))).toEqual([])
  })

  it.each(shown.map((requirement) => [requirement.id, requirement] as const))(
    '%s is shown by tests that are there, or has a reason why not',
    (id, { absent, shownBy }) => {
      expect([id, shownBy.length > 0]).toEqual([id, absent === undefined])
    },
  )

  it.each(shown.map((requirement) => [requirement.id, requirement] as const))(
    '%s can still lose its protection as it says, or has a reason why not',
    (_id, { absent, wholly, mutants, shownBy }) => {
      expect(mutants.length > 0).toBe(absent === undefined && wholly === undefined)
      for (const { file, from, failing } of mutants) {
        expect([file, from, textOf(file).split(from).length - 1]).toEqual([file, from, 1])
        expect(shownBy.map(({ file }) => file)).toContain(failing)
      }
    },
  )

  it('are named rightly by every title that carries an id, wherever in its test', () => {
    for (const file of titledFiles(files)) {
      const ids = new Set([...file.text.matchAll(anyId)].map(([id]) => id))
      const found = new Set(titlesIn(file).flatMap((title) => title.ids))
      expect([file.path, found]).toEqual([file.path, ids])
      expect([file.path, [...ids].filter((id) => !Object.hasOwn(requirements, id))]).toEqual([file.path, []])
    }
  })
})

/** An id before a colon, or before another id that is. */
const anyId = /\b[TFI]\d{1,2}\b(?=(?:[, ]+[TFI]\d{1,2})*: )/g

describe('a title', () => {
  const titled = (text: string) => titlesIn({ path: 'planted.test.ts', text })

  it('may carry several ids, and not only where it begins', () => {
    expect(titled("  it('T01 F02, I3: holds', () => {})")).toMatchObject([
      { ids: ['T01', 'F02', 'I3'], title: 'holds' },
    ])
    expect(titled("it('fails; T33: goes nowhere', () => {})")).toMatchObject([
      { ids: ['T33'], title: 'fails; goes nowhere' },
    ])
  })

  it('may stand alone on its line, in any quotes', () => {
    expect(titled('it.each(all)(\n  `F01: of %s`,\n  () => {})')).toMatchObject([{ title: 'of %s' }])
    expect(titled(`it("T15: another user's", () => {})`)).toMatchObject([{ title: "another user's" }])
  })
})
