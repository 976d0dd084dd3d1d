import { logTypes } from '#contract/log-types.ts'
import type { Log } from '#contract/logs.ts'

/** A call that was answered. */
export const sampleLog = (changes: Partial<Log> = {}): Log => ({
  id: 1,
  request_id: 'r1',
  created_at: 1_700_000_000,
  type: logTypes.consume,
  channel: 0,
  channel_name: '',
  user_id: 7,
  username: 'ada',
  token_id: 5,
  token_name: 'laptop',
  group: 'default',
  model_name: 'river',
  use_time: 2,
  is_stream: true,
  prompt_tokens: 12,
  completion_tokens: 3,
  quota: 25,
  content: '',
  other: '{}',
  ...changes,
})
