import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { taskReasonOf, taskReasonText } from '#contract/task-reasons.ts'

const files = globSync([
  '{server/tasks,protocols/{batches,tasks},providers/videos}/**/*.ts',
  'protocols/video*.ts',
]).filter((path) => !path.endsWith('.test.ts'))

/** What a line gives for a reason by itself, where no upstream says one. */
const ownReasons = (line: string): string[] =>
  /failReason|\breasonIn\b|'message'\) \?\?/.test(line)
    ? [...line.matchAll(/'([a-z]+(?: [a-z]+)+)'/g)].map(([, text = '']) => text)
    : []

it('every sentence of ours on why work came to nothing is one that the console can word', () => {
  const found = files.flatMap((path) => readFileSync(path, 'utf8').split('\n').flatMap(ownReasons))
  expect(found).toEqual(expect.arrayContaining(['the video failed', 'no video was made', 'the batch failed']))
  expect(found.filter((text) => taskReasonOf(text) === undefined)).toEqual([])
})

it('a reason is known again by its sentence, with its values; an upstream’s own is none of ours', () => {
  const told = taskReasonText('task_too_late', { seconds: 3600 })
  expect([told, taskReasonOf(told)]).toEqual([
    'not finished within 3600 seconds',
    { reason: 'task_too_late', seconds: '3600' },
  ])
  expect(taskReasonOf('no paint')).toBeUndefined()
})
