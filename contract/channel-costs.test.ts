import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { channelColumns } from './channel-fields.ts'
import { reasonOfIssue } from './issue-reasons.ts'

const { shape, template } = channelColumns.costs

const faultsOf = (costs: string): unknown[] =>
  (z.safeParse(shape, JSON.parse(costs)).error?.issues ?? []).map((issue) => [
    issue.path.join('.'),
    reasonOfIssue(issue).reason,
  ])

describe('what a vendor charges the operator', () => {
  it.each([
    '{}',
    template,
    '{"a":{"input":0,"output":1000000}}',
    '{"a":{"input":2.5,"output":10,"cache_read":1.25,"cache_write":3,"call":0.01}}',
    '{"a":{"call":0.01},"*":{"input":1,"output":2}}',
  ])('may be %s', (costs) => {
    expect(faultsOf(costs)).toEqual([])
  })

  it.each([
    ['{"a":1}', 'a', 'not_json_object'],
    ['{"a":[1]}', 'a', 'not_json_object'],
    ['{"a":null}', 'a', 'not_json_object'],
    ['{"":{"call":1}}', '', 'name_empty'],
    ['{"a":{}}', 'a', 'costs_incomplete'],
    ['{"a":{"input":1}}', 'a', 'costs_incomplete'],
    ['{"a":{"output":1,"call":1}}', 'a', 'costs_incomplete'],
    ['{"a":{"call":1,"cache_read":1}}', 'a', 'costs_incomplete'],
    ['{"a":{"call":1,"hours":1}}', 'a.hours', 'not_one_of'],
    ['{"a":{"call":-0.1}}', 'a.call', 'too_small'],
    ['{"a":{"call":1000001}}', 'a.call', 'too_large'],
    ['{"a":{"call":1e999}}', 'a.call', 'not_number'],
    ['{"a":{"call":"1"}}', 'a.call', 'not_number'],
    ['{"a":{"call":null}}', 'a.call', 'not_number'],
  ])('may not be %s', (costs, field, reason) => {
    expect(faultsOf(costs)).toContainEqual([field, reason])
  })
})
