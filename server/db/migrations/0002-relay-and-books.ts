import type { TableBuilder } from './table-builder.ts'

/** Keys, channels, everything that moves quota, and the records of calls. */
export const relayAndBooks = async (build: TableBuilder): Promise<void> => {
  await createRelay(build)
  await createCredits(build)
  await createUsage(build)
  await createTasks(build)
}

const createRelay = async ({ table, index }: TableBuilder): Promise<void> => {
  await table(
    'tokens',
    {
      id: 'id',
      user_id: 'integer',
      name: 'text',
      key_hash: 'text',
      key_sealed: 'text',
      status: 'integer',
      remain_quota: 'integer',
      used_quota: 'integer',
      unlimited_quota: 'integer',
      expired_time: 'integer',
      created_time: 'integer',
      accessed_time: 'integer',
      model_limits_enabled: 'integer',
      model_limits: 'text',
      allow_ips: 'text',
      group: 'text',
      deleted_at: 'integer?',
    },
    { unique: [['key_hash']] },
  )
  await index('tokens', ['user_id', 'id'])

  await table('channels', {
    id: 'id',
    type: 'integer',
    name: 'text',
    key_hash: 'text',
    key_sealed: 'text',
    status: 'integer',
    base_url: 'text',
    other: 'text',
    models: 'text',
    group: 'text',
    tag: 'text',
    model_prefix: 'text',
    model_mapping: 'text',
    status_code_mapping: 'text',
    param_override: 'text',
    setting: 'text',
    openai_organization: 'text',
    test_model: 'text',
    max_input_tokens: 'integer',
    priority: 'integer',
    weight: 'integer',
    auto_ban: 'integer',
    response_time: 'integer',
    test_time: 'integer',
    balance: 'real',
    balance_updated_time: 'integer',
    used_quota: 'integer',
    other_info: 'text',
    key_states: 'text',
    created_time: 'integer',
  })
  await index('channels', ['priority', 'id'])
  await index('channels', ['tag'])
  await index('channels', ['type'])
  await index('channels', ['key_hash'])

  await table(
    'abilities',
    {
      group: 'text',
      model: 'text',
      channel_id: 'integer',
      enabled: 'integer',
      priority: 'integer',
      weight: 'integer',
      tag: 'text',
    },
    { primary: ['group', 'model', 'channel_id'], references: { channel_id: 'channels' } },
  )
  await index('abilities', ['channel_id'])
  await index('abilities', ['model'])
}

const createCredits = async ({ table, index }: TableBuilder): Promise<void> => {
  await table(
    'credits',
    {
      id: 'id',
      ref: 'text',
      user_id: 'integer',
      kind: 'text',
      amount: 'integer',
      operator_id: 'integer',
      created_at: 'integer',
    },
    { unique: [['ref']] },
  )
  await index('credits', ['user_id', 'id'])

  await table(
    'redemptions',
    {
      id: 'id',
      name: 'text',
      key: 'text',
      status: 'integer',
      quota: 'integer',
      is_gift: 'integer',
      max_uses: 'integer',
      used_count: 'integer',
      used_user_id: 'integer',
      creator_id: 'integer',
      valid_from: 'integer',
      valid_until: 'integer',
      created_time: 'integer',
      redeemed_time: 'integer',
      deleted_at: 'integer?',
    },
    { unique: [['key']] },
  )
  await index('redemptions', ['name'])
  await index('redemptions', ['status'])

  await table(
    'redemption_uses',
    { redemption_id: 'integer', user_id: 'integer', quota: 'integer', created_at: 'integer' },
    { primary: ['redemption_id', 'user_id'] },
  )
  await index('redemption_uses', ['user_id'])

  await table(
    'top_ups',
    {
      id: 'id',
      user_id: 'integer',
      trade_no: 'text',
      amount: 'integer',
      money_cents: 'integer',
      quota: 'integer',
      payment_method: 'text',
      provider: 'text',
      provider_trade_no: 'text',
      status: 'text',
      created_at: 'integer',
      paid_at: 'integer',
    },
    { unique: [['trade_no']] },
  )
  await index('top_ups', ['user_id', 'id'])
  await index('top_ups', ['status', 'created_at'])

  await table(
    'check_ins',
    { user_id: 'integer', day: 'integer', quota: 'integer', created_at: 'integer' },
    { primary: ['user_id', 'day'] },
  )

  await table(
    'invites',
    { invitee_id: 'integer', inviter_id: 'integer', quota: 'integer', created_at: 'integer' },
    { primary: ['invitee_id'] },
  )
  await index('invites', ['inviter_id'])
}

const createUsage = async ({ table, index }: TableBuilder): Promise<void> => {
  await table(
    'charges',
    {
      request_id: 'text',
      user_id: 'integer',
      token_id: 'integer',
      channel_id: 'integer',
      quota: 'integer',
      counted: 'integer',
      created_at: 'integer',
    },
    { primary: ['request_id'] },
  )

  await table(
    'logs',
    {
      id: 'time id',
      request_id: 'text?',
      created_at: 'integer',
      type: 'integer',
      user_id: 'integer',
      username: 'text',
      token_id: 'integer',
      token_name: 'text',
      channel: 'integer',
      model_name: 'text',
      group: 'text',
      quota: 'integer',
      prompt_tokens: 'integer',
      completion_tokens: 'integer',
      use_time: 'integer',
      is_stream: 'integer',
      counted: 'integer=0',
      content: 'text',
      other: 'text',
    },
    { unique: [['request_id']] },
  )
  // Every index here is paid for in every commit. Lists find their rows through the sums below, which tell how many
  // rows an hour has and where in it they are, and read them in the order of their ids.
  await index('logs', ['user_id', 'id'])

  await table(
    'usage_hours',
    {
      hour: 'integer',
      user_id: 'integer',
      type: 'integer',
      token_id: 'integer',
      channel: 'integer',
      model_name: 'text',
      group: 'text',
      username: 'text',
      token_name: 'text',
      count: 'integer',
      logged: 'integer',
      quota: 'integer',
      prompt_tokens: 'integer',
      completion_tokens: 'integer',
      parts: 'integer',
    },
    // Names are part of the key, so that sums by name stay exact when a user or token is renamed.
    {
      primary: ['hour', 'user_id', 'type', 'token_id', 'channel', 'model_name', 'group', 'username', 'token_name'],
    },
  )
  await table(
    'usage_totals',
    {
      kind: 'text',
      value: 'text',
      hour: 'integer',
      count: 'integer',
      logged: 'integer',
      quota: 'integer',
      prompt_tokens: 'integer',
      completion_tokens: 'integer',
      parts: 'integer',
    },
    {
      primary: ['kind', 'value', 'hour'],
      beside: ['count', 'logged', 'quota', 'prompt_tokens', 'completion_tokens', 'parts'],
    },
  )
  await table(
    'usage_days',
    {
      user_id: 'integer',
      day: 'integer',
      type: 'integer',
      token_id: 'integer',
      channel: 'integer',
      model_name: 'text',
      group: 'text',
      username: 'text',
      token_name: 'text',
      count: 'integer',
      logged: 'integer',
      quota: 'integer',
      prompt_tokens: 'integer',
      completion_tokens: 'integer',
      hours: 'integer',
    },
    { primary: ['user_id', 'day', 'type', 'token_id', 'channel', 'model_name', 'group', 'username', 'token_name'] },
  )
  await table(
    'usage_names',
    { kind: 'text', name: 'text', user_id: 'integer' },
    { primary: ['kind', 'name', 'user_id'] },
  )
  await table('open_hours', { hour: 'integer' }, { primary: ['hour'] })
  await table('open_days', { day: 'integer', version: 'integer' }, { primary: ['day'] })
  await table(
    'log_deletions',
    {
      id: 'integer',
      target_timestamp: 'integer',
      deleted: 'integer',
      total: 'integer',
      started_at: 'integer',
      updated_at: 'integer',
      finished: 'integer',
    },
    { primary: ['id'] },
  )
}

const createTasks = async ({ table, index }: TableBuilder): Promise<void> => {
  await table('drawings', {
    id: 'id',
    user_id: 'integer',
    channel_id: 'integer',
    token_id: 'integer',
    mj_id: 'text',
    code: 'integer',
    action: 'text',
    status: 'text',
    progress: 'text',
    prompt: 'text',
    prompt_en: 'text',
    description: 'text',
    state: 'text',
    image_url: 'text',
    fail_reason: 'text',
    buttons: 'text',
    properties: 'text',
    quota: 'integer',
    refunded: 'integer',
    submit_time: 'integer',
    start_time: 'integer',
    finish_time: 'integer',
    created_at: 'integer',
  })
  await table('songs', {
    id: 'id',
    user_id: 'integer',
    channel_id: 'integer',
    token_id: 'integer',
    task_id: 'text',
    platform: 'text',
    action: 'text',
    status: 'text',
    progress: 'text',
    fail_reason: 'text',
    data: 'text',
    quota: 'integer',
    refunded: 'integer',
    submit_time: 'integer',
    start_time: 'integer',
    finish_time: 'integer',
    created_at: 'integer',
  })
  await index('drawings', ['mj_id'])
  await index('songs', ['task_id'])
  for (const tasks of ['drawings', 'songs']) {
    await index(tasks, ['user_id', 'submit_time'])
    await index(tasks, ['channel_id', 'submit_time'])
    await index(tasks, ['submit_time'])
    await index(tasks, ['status'])
  }
}
