import { expect, it } from 'vitest'
import { messages } from '../../locales/en/songs.ts'
import { actionLook, statusLook } from './song-looks.ts'

it('Every status and action of a task has its word', () => {
  const statuses = ['SUCCESS', 'NOT_START', 'SUBMITTED', 'IN_PROGRESS', 'FAILURE', 'QUEUED', 'UNKNOWN', '']
  expect(statuses.map((status) => messages[statusLook(status).key])).toEqual([
    ...['Done', 'Not started', 'Submitted', 'In progress', 'Failed', 'Queued', 'Unknown', 'Being handed in'],
  ])
  expect(statusLook('SOMETHING_ELSE')).toBe(statusLook('UNKNOWN'))
  expect(['MUSIC', 'LYRICS'].map((action) => actionLook(action)?.key)).toEqual(['actionMusic', 'actionLyrics'])
})
