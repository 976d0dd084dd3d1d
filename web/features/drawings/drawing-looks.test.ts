import { expect, it } from 'vitest'
import { messages } from '../../locales/en/drawings.ts'
import { actionLook, codeLook, statusLook } from './drawing-looks.ts'

const actions = [
  ...['IMAGINE', 'UPSCALE', 'VARIATION', 'HIGH_VARIATION', 'LOW_VARIATION', 'PAN', 'DESCRIBE', 'BLEND', 'UPLOAD'],
  ...['SHORTEN', 'REROLL', 'INPAINT', 'ZOOM', 'CUSTOM_ZOOM', 'MODAL', 'SWAP_FACE'],
]

it('Every action of a drawing has a word of its own', () => {
  expect(actions.filter((action) => actionLook(action) === undefined)).toEqual([])
  expect(new Set(actions.map((action) => actionLook(action)?.key)).size).toBe(actions.length)
})

it('Every result of handing in a drawing, and every status, has its word', () => {
  expect([1, 21, 22, 0].map((code) => messages[codeLook(code).key])).toEqual([
    ...['Submitted', 'Waiting', 'Duplicate submission', 'Not submitted'],
  ])
  const statuses = ['SUCCESS', 'NOT_START', 'SUBMITTED', 'IN_PROGRESS', 'FAILURE', 'MODAL']
  expect(statuses.map((status) => statusLook(status)?.key).map((key) => key && messages[key])).toEqual([
    ...['Done', 'Not started', 'Queued', 'Drawing', 'Failed', 'Waiting for its window'],
  ])
})
