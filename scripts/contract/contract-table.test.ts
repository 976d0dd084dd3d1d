import { describe, expect, it } from 'vitest'
import { readSourceFiles } from '../layers/source-file.ts'
import { projectFolder } from '../run-program.ts'
import { chapters, faultOf, placeElements } from './contract-table.ts'

const files = readSourceFiles(projectFolder)
const placed = placeElements(files)

describe('the elements of the contract', () => {
  it.each(chapters.map(({ title }) => title))(
    'are where they are said to be, and shown by tests that are there: %s',
    (title) => {
      const faults = placed.filter(({ chapter }) => chapter === title).map(faultOf)
      expect(faults.filter((fault) => fault !== undefined)).toEqual([])
    },
  )

  it('are many, and each is told once', () => {
    expect(placed.length).toBeGreaterThan(700)
    const names = placed.map(({ chapter, name, from, marker }) => `${chapter}: ${name} (${from}, ${marker})`)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  it('are none that only a comment tells of', () => {
    const bare = files.map(({ path, text }) => ({ path, text: text.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '') }))
    expect(
      placeElements(bare)
        .filter((element) => faultOf(element) !== undefined)
        .map(({ name }) => name),
    ).toEqual([])
  })
})
