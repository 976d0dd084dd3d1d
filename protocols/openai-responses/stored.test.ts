import { expect, it } from 'vitest'
import { isRunning, previousResponseIdOf, responseIdOf, responseStatusOf } from './stored.ts'

const bytes = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))

it('finds the id of a whole answer and of one made in the background', () => {
  expect(responseIdOf(bytes({ object: 'response', id: 'resp_1', output: [{ id: 'msg_1' }] }))).toBe('resp_1')
  expect(responseStatusOf(bytes({ id: 'resp_1', status: 'queued' }))).toBe('queued')
  expect(isRunning('queued')).toBe(true)
  expect(isRunning('completed')).toBe(false)
})

it('finds the id of a stream in its first event', () => {
  const first = 'event: response.created\ndata: {"type":"response.created","response":{"id":"resp_2"}}\n\n'
  expect(responseIdOf(bytes(first))).toBe('resp_2')
  expect(responseIdOf(bytes(`: comment\n\n${first}`))).toBe('resp_2')
  expect(responseIdOf(bytes(first.slice(0, 60)))).toBeUndefined()
})

it('finds no id in what is no answer', () => {
  for (const text of ['', '<html>', '[]', '{"error":{"message":"m"}}'])
    expect(responseIdOf(bytes(text))).toBeUndefined()
  expect(responseStatusOf(bytes({ status: 'odd' }))).toBeUndefined()
})

it('finds the answer that a request goes on from', () => {
  expect(previousResponseIdOf({ previous_response_id: 'resp_3' })).toBe('resp_3')
  expect(previousResponseIdOf({ previous_response_id: null })).toBeUndefined()
})
