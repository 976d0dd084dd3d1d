import { expect, it } from 'vitest'
import { text } from './list-filters.ts'
import { quickRanges } from './list-range.ts'
import { openView } from './saved-views.ts'

const view = { name: 'mine', filters: {}, range: 'week', hidden: [], dense: false }
const parts = { filters: { keyword: text('any') }, orders: [], columns: [] }

it('A view holds a range by its name, and tells when the list has no such range', () => {
  expect(openView(view, { ...parts, ranges: quickRanges })).toMatchObject({ range: 'week', gone: [] })
  expect(openView({ ...view, range: 'decade' }, { ...parts, ranges: quickRanges })).toMatchObject({ gone: ['decade'] })
  expect(openView(view, { ...parts, ranges: [] })).toMatchObject({ range: undefined, gone: ['week'] })
})
