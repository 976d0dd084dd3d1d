import { emptyColumns } from '#contract/channel-field-parts.ts'
import type { NewChannel } from '../../db/schema.ts'

/** What the gateway learns of a channel: a new one begins with nothing of it, and a copy does not take it over. */
export const unlearned = {
  response_time: 0,
  test_time: 0,
  test_fault: '',
  balance: 0,
  balance_updated_time: 0,
  used_quota: 0,
  other_info: '',
  key_states: '',
  lacking: '',
} satisfies Partial<NewChannel>

/** A new channel before anything was said of it. */
export const emptyChannel = {
  ...emptyColumns,
  ...unlearned,
  key_hash: '',
  key_sealed: '',
} satisfies Omit<NewChannel, 'created_time'>
