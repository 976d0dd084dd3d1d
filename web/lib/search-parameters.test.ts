import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { choiceParameter, parseSearch, stringifySearch, tableParameters, textParameter } from './search-parameters.ts'

const schema = z.object({ ...tableParameters, keyword: textParameter, status: choiceParameter(['1', '2']) })

it('A table’s address is read by its schema, and what does not fit counts as absent', () => {
  const read = (text: string) => z.parse(schema, parseSearch(text))
  expect(read('?page=3&size=50&keyword=123&status=2')).toEqual({
    page: 3,
    size: 50,
    keyword: '123',
    status: '2',
  })
  expect(read('?page=x&size=&keyword=&status=9&sort=name&direction=up')).toEqual({ sort: 'name' })
})

it('An address holds only what is set, as plain text', () => {
  expect(stringifySearch({ page: 2, keyword: 'a b&c', status: undefined, sort: null, live: false, size: '' })).toBe(
    '?page=2&keyword=a+b%26c&live=false',
  )
  expect(stringifySearch({ page: undefined })).toBe('')
})
