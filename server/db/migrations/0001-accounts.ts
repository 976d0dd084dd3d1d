import type { TableBuilder } from './table-builder.ts'

/** Setup, users and how they sign in, options, and the record of what administrators did. */
export const accounts = async ({ table, index }: TableBuilder): Promise<void> => {
  await table('setup', { id: 'integer', version: 'text', initialized_at: 'integer' }, { primary: ['id'] })

  await table(
    'users',
    {
      id: 'id',
      username: 'text',
      display_name: 'text',
      password_hash: 'text',
      email: 'text',
      role: 'integer',
      status: 'integer',
      group: 'text',
      quota: 'integer',
      used_quota: 'integer',
      request_count: 'integer',
      aff_code: 'text',
      aff_count: 'integer',
      aff_quota: 'integer',
      aff_history_quota: 'integer',
      inviter_id: 'integer',
      access_token_hash: 'text?',
      setting: 'text',
      created_at: 'integer',
      last_login_at: 'integer',
      deleted_at: 'integer?',
    },
    { unique: [['username'], ['aff_code'], ['access_token_hash']] },
  )
  await index('users', ['email'])
  await index('users', ['group'])
  await index('users', ['inviter_id'])

  await table(
    'identities',
    { provider: 'text', subject: 'text', user_id: 'integer', name: 'text', created_at: 'integer' },
    { primary: ['provider', 'subject'], unique: [['provider', 'user_id']], references: { user_id: 'users' } },
  )
  await index('identities', ['user_id'])

  await table(
    'sessions',
    {
      id_hash: 'text',
      user_id: 'integer',
      created_at: 'integer',
      expires_at: 'integer',
      last_seen_at: 'integer',
      address: 'text',
      agent: 'text',
    },
    { primary: ['id_hash'], references: { user_id: 'users' } },
  )
  await index('sessions', ['user_id'])
  await index('sessions', ['expires_at'])

  await table('options', { key: 'text', value: 'text', updated_at: 'integer' }, { primary: ['key'] })

  await table('verification_codes', {
    id: 'id',
    purpose: 'text',
    target: 'text',
    code_hash: 'text',
    tries: 'integer',
    expires_at: 'integer',
    used_at: 'integer?',
    created_at: 'integer',
  })
  await index('verification_codes', ['purpose', 'target', 'created_at'])
  await index('verification_codes', ['expires_at'])

  await table('audit', {
    id: 'id',
    created_at: 'integer',
    actor_id: 'integer',
    actor_name: 'text',
    action: 'text',
    target: 'text',
    before: 'text',
    after: 'text',
    address: 'text',
  })
  await index('audit', ['created_at'])
  await index('audit', ['actor_id'])
  await index('audit', ['action'])
}
