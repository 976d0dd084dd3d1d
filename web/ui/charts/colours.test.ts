import { beforeEach, describe, expect, it } from 'vitest'
import { createColours } from './colours.ts'

beforeEach(() => localStorage.clear())

const names = Array.from({ length: 60 }, (_, index) => `model-${index}`)
const groups = Array.from({ length: 52 }, (_, index) => names.slice(index, index + 9))

describe('The colours of a chart', () => {
  it('are told apart, whatever was asked for before', () => {
    const coloursOf = createColours()
    for (const group of groups) {
      const colourOf = coloursOf(group)
      expect(new Set(group.map(colourOf)).size).toBe(9)
    }
  })

  it('are the same after the page was loaded again, and in another tab', () => {
    const [here, beside] = [createColours(), createColours()]
    for (const group of groups.slice(0, 9)) {
      const drawn = group.map(here(group))
      expect(group.map(createColours()(group))).toEqual(drawn)
      expect(group.map(beside(group))).toEqual(drawn)
    }
  })

  it('stay as they are where the browser keeps nothing of theirs that can be read', () => {
    localStorage.setItem('chart-colours', '[["model-1","red"]]')
    const coloursOf = createColours()
    expect(coloursOf(['model-1'])('model-1')).toMatch(/^var\(--series-\d\)$/)
  })

  it('are kept without the names', () => {
    createColours()(['secret-model'])
    expect(JSON.stringify({ ...localStorage })).not.toContain('secret')
  })
})
