import { describe, expect, it } from 'vitest'
import { refusalOf } from './upstream-refusal.ts'

const about = (status: number, message: string, rest: { type?: string; code?: string | number } = {}) =>
  refusalOf(status, { message, type: rest.type, code: rest.code, parameter: undefined })

describe('a prompt that is too long is known as one, whoever says so', () => {
  it.each<[number, string, { type?: string; code?: string }, [number, number] | undefined]>([
    [
      400,
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 150001 tokens. Please reduce the length of the messages.",
      { code: 'context_length_exceeded' },
      [150_001, 128_000],
    ],
    [
      400,
      "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4500 in the messages, 500 in the completion).",
      {},
      [5000, 4096],
    ],
    [
      400,
      'Your input exceeds the context window of this model. Please adjust your input and try again.',
      { code: 'context_length_exceeded' },
      undefined,
    ],
    [400, 'prompt is too long: 215000 tokens > 200000 maximum', { type: 'invalid_request_error' }, [215_000, 200_000]],
    [
      400,
      'input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length',
      {},
      undefined,
    ],
    [
      400,
      'The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).',
      { type: 'INVALID_ARGUMENT' },
      [1_196_265, 1_048_575],
    ],
    [
      400,
      'The input token count exceeds the maximum number of tokens allowed (1048575).',
      { type: 'INVALID_ARGUMENT' },
      undefined,
    ],
    [
      400,
      "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
      {},
      [537_812, 131_072],
    ],
    [
      400,
      'Invalid request: Your request exceeded model token limit: 262144 (requested: 300000)',
      {},
      [300_000, 262_144],
    ],
    [
      400,
      'Prompt contains 33000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
      {},
      [33_000, 32_768],
    ],
    [
      400,
      'request (9000 tokens) exceeds the available context size (8192 tokens), try increasing it',
      { type: 'exceed_context_size_error' },
      [9000, 8192],
    ],
    [400, 'Input is too long for requested model.', { type: 'ValidationException' }, undefined],
    [400, '<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 98304]', {}, undefined],
    [400, 'Prompt exceeds max length', { code: '1261' }, undefined],
    [400, 'Please reduce the length of the messages or completion.', {}, undefined],
    [500, 'context window exceeds limit', {}, undefined],
  ])('%i %s', (status, message, rest, figures) => {
    const length = figures === undefined ? undefined : { tokens: figures[0], most: figures[1] }
    expect(about(status, message, rest)).toEqual({ about: 'length', length })
  })
})

describe('the operator’s own fault is known as one', () => {
  it.each<[number, string, { type?: string; code?: string | number }]>([
    [401, 'Incorrect API key provided: sk-1', { code: 'invalid_api_key' }],
    [400, 'Your credit balance is too low to access the API.', { type: 'invalid_request_error' }],
    [400, 'API key not valid. Please pass a valid API key.', { type: 'INVALID_ARGUMENT', code: 'API_KEY_INVALID' }],
    [
      429,
      'You exceeded your current quota, please check your plan and billing details.',
      { code: 'insufficient_quota' },
    ],
    [402, 'Insufficient Balance', {}],
    [403, 'The overdue account', { code: 'AccountOverdueError' }],
    [429, 'Your account org-1 is suspended', { type: 'exceeded_current_quota_error' }],
    [400, 'Access denied', { code: 'Arrearage' }],
    [403, 'Generative Language API has not been used', { type: 'PERMISSION_DENIED', code: 'SERVICE_DISABLED' }],
  ])('%i %s', (status, message, rest) => {
    expect(about(status, message, rest)).toEqual({ about: 'account', isCertain: true })
  })

  it('and is a guess where a 403 says nothing of it', () => {
    expect(about(403, 'Forbidden')).toEqual({ about: 'account', isCertain: false })
  })

  it('and is none where the words only repeat what the client wrote, or speak of a limit', () => {
    const echo = "'your credit balance is too low' is not one of ['system', 'user']"
    expect(about(400, echo)).toEqual({ about: 'request', kind: 'request_invalid' })
    const google = 'You exceeded your current quota, please check your plan and billing details.'
    expect(about(429, google, { type: 'RESOURCE_EXHAUSTED' })).toEqual({ about: 'request', kind: 'limited' })
  })
})

it.each<[number, string, { type?: string; code?: string }, string]>([
  [
    400,
    'Your request was rejected as a result of our safety system.',
    { code: 'content_policy_violation' },
    'content_refused',
  ],
  [403, 'Content violates usage guidelines.', {}, 'content_refused'],
  [400, 'Input data may contain inappropriate content.', { code: 'data_inspection_failed' }, 'content_refused'],
  [
    404,
    'The model `gpt-9` does not exist or you do not have access to it.',
    { code: 'model_not_found' },
    'model_unknown',
  ],
  [404, 'model: claude-9', { type: 'not_found_error' }, 'model_unknown'],
  [404, 'models/gemini-9.5-pro is not found for API version v1beta', { type: 'NOT_FOUND' }, 'model_unknown'],
  [404, 'File file-1 was not found', {}, 'not_found'],
  [400, 'max_tokens: must be positive', {}, 'request_invalid'],
  [400, 'max_tokens of 300000 tokens exceeds the 64000 that may be written', {}, 'request_invalid'],
  [302, 'bad response status code 302', {}, 'upstream_failed'],
  [520, 'a proxy gave up', {}, 'upstream_failed'],
])('of %i %s %j only the request can be at fault: %s', (status, message, rest, kind) => {
  expect(about(status, message, rest)).toEqual({ about: 'request', kind })
})
