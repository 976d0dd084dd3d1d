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

describe('an element', () => {
  const test = `it('shows it', async () => {
  open('inside')
})

const open = () => fill('beside')
`
  const place = (marker: string, shown: string) => {
    const part = { from: '1 §1', file: 'web/a.ts', test: 'web/a.test.ts', elements: { it: [marker, shown] as const } }
    const texts = [
      { path: 'web/a.ts', text: "id: 'name'" },
      { path: 'web/a.test.ts', text: test },
    ]
    return placeElements(texts, [{ title: 'Made up', parts: [part] }])
  }

  it('has the title of the test that its text stands in, and none beside all tests', () => {
    expect(place("id: 'name'", 'inside')).toMatchObject([{ title: 'shows it', isThere: true }])
    expect(place("id: 'name'", 'beside')).toMatchObject([{ title: '', isThere: true }])
  })

  it('is a fault without its marker or without what shows it', () => {
    const faults = [place("id: 'other'", 'inside'), place("id: 'name'", 'gone')].flat().map(faultOf)
    expect(faults).toEqual(["web/a.ts has no id: 'other'", 'web/a.test.ts does not say gone'])
  })
})
