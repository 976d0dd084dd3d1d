import { expect, it } from 'vitest'
import { newAnswer } from './answer-events.ts'
import { defaultParameters } from './conversation.ts'
import { nextStepOf } from './next-step.ts'

const step = (
  code: string | undefined,
  message: string,
  { chosen = {}, paidBy = 'group' }: { chosen?: object; paidBy?: 'group' | 'token' } = {},
) =>
  nextStepOf(
    { ...newAnswer('m', 1), state: 'error', fault: { message, ...(code === undefined ? {} : { code }) } },
    { id: 'a', model: 'm', parameters: { ...defaultParameters, ...chosen } },
    paidBy,
  )

it('a failure leads to where it can be mended', () => {
  expect(step('insufficient_quota', 'Insufficient balance')).toEqual({ kind: 'wallet' })
  expect(step('insufficient_quota', 'Too little quota', { paidBy: 'token' })).toEqual({ kind: 'tokens' })
  expect(step('invalid_api_key', 'This API token is unknown')).toEqual({ kind: 'tokens' })
  expect(step('model_not_found', 'No such model')).toEqual({ kind: 'model' })
  expect(step('key_disabled', 'This API token is disabled')).toEqual({ kind: 'tokens' })
  expect(step('channel_none', 'No channel')).toEqual({ kind: 'model' })
  expect(step('upstream_failed', 'Busy')).toEqual({ kind: 'retry' })
})

it('a parameter that the model refuses can be left out, if it was sent', () => {
  const message = "Unsupported value: 'temperature' does not support 0.3 with this model."
  expect(step(undefined, message, { chosen: { temperature: 0.3 } })).toEqual({
    kind: 'without',
    parameter: 'temperature',
  })
  expect(step(undefined, message)).toEqual({ kind: 'retry' })
  expect(step(undefined, 'max_tokens_total is odd', { chosen: { maxTokens: 5 } })).toEqual({ kind: 'retry' })
})
