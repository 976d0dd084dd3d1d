import { accountFields } from '#contract/signin-parts.ts'
import type { User } from '#contract/user.ts'

export const sampleUser = (changes: Partial<User> = {}): User => ({
  id: 7,
  username: 'ada',
  display_name: 'Ada',
  email: '',
  group: 'default',
  quota: 500_000,
  used_quota: 0,
  request_count: 0,
  aff_code: '',
  aff_count: 0,
  aff_quota: 0,
  aff_history_quota: 0,
  inviter_id: 0,
  role: 1,
  status: 1,
  DeletedAt: null,
  ...accountFields(() => ''),
  setting: '{"language":"en"}',
  ...changes,
})
