import type { Executor } from '#server/db/database.ts'
import type { NewChannel, NewTask, NewToken, NewUser } from '#server/db/schema.ts'
import type { Settlement } from '#server/db/settling/settlement.ts'
import { emptyChannel } from '#server/domain/channels/empty-channel.ts'

/** Rows with everything they need, to be told apart by what a test says about them. */

let rows = 0
const next = () => {
  rows += 1
  return rows
}

export const userRow = (fields: Partial<NewUser> = {}): NewUser => {
  const number = next()
  return {
    username: `user${number}`,
    display_name: '',
    password_hash: '',
    email: '',
    role: 1,
    status: 1,
    group: 'default',
    quota: 0,
    used_quota: 0,
    request_count: 0,
    aff_code: `code${number}`,
    aff_count: 0,
    aff_quota: 0,
    aff_history_quota: 0,
    inviter_id: 0,
    access_token_hash: null,
    setting: '{}',
    created_at: 1_700_000_000,
    last_login_at: 0,
    deleted_at: null,
    ...fields,
  }
}

export const tokenRow = (fields: Partial<NewToken> = {}): NewToken => ({
  user_id: 1,
  name: 'token',
  key_hash: `hash${next()}`,
  key_sealed: '',
  status: 1,
  remain_quota: 0,
  used_quota: 0,
  unlimited_quota: 0,
  expired_time: -1,
  created_time: 1_700_000_000,
  accessed_time: 0,
  model_limits_enabled: 0,
  model_limits: '',
  allow_ips: '',
  group: '',
  strict: 0,
  deleted_at: null,
  ...fields,
})

export const channelRow = (fields: Partial<NewChannel> = {}): NewChannel => ({
  ...emptyChannel,
  name: `channel ${next()}`,
  created_time: 1_700_000_000,
  ...fields,
})

/** A drawing unless said otherwise. */
export const taskRow = (fields: Partial<NewTask> = {}): NewTask => ({
  platform: 'mj',
  task_id: `task${next()}`,
  user_id: 1,
  channel_id: 1,
  key_place: 0,
  action: 'IMAGINE',
  code: 1,
  status: 'NOT_START',
  progress: '0%',
  prompt: 'a cat',
  fail_reason: '',
  data: '{}',
  quota: 0,
  charge: null,
  is_open: 0,
  owes: 0,
  misses: 0,
  submit_time: 1_700_000_000_000,
  start_time: 0,
  finish_time: 0,
  due_at: 0,
  created_at: 1_700_000_000,
  ...fields,
})

export const settlement = (fields: Partial<Settlement> = {}): Settlement => ({
  requestId: `request-${next()}`,
  createdAt: 1_700_000_000,
  userId: 1,
  username: 'user',
  tokenId: 1,
  tokenName: 'token',
  channelId: 1,
  modelName: 'model',
  group: 'default',
  quota: 10,
  promptTokens: 7,
  completionTokens: 3,
  useTime: 1,
  durationMs: 1000,
  isStream: false,
  content: '',
  other: '{}',
  counted: true,
  logged: true,
  ...fields,
})

/** Users 1 to `count`, each with a token and a channel of the same number and `quota` on their account. */
export const addAccounts = async (executor: Executor, count: number, quota = 0): Promise<void> => {
  for (let id = 1; id <= count; id += 1) {
    await executor.insertInto('users').values(userRow({ id, quota })).execute()
    await executor
      .insertInto('tokens')
      .values(tokenRow({ id, user_id: id, remain_quota: quota }))
      .execute()
    await executor.insertInto('channels').values(channelRow({ id })).execute()
    const gift = { ref: `gift:${id}`, user_id: id, kind: 'gift', amount: quota, operator_id: 0, created_at: 0 }
    if (quota !== 0) await executor.insertInto('credits').values(gift).execute()
  }
}
