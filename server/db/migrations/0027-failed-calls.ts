import type { TableBuilder } from './table-builder.ts'

/** Calls that came to nothing, and how many there were: by user and hour, of user 0 those of everybody. */
export const failedCalls = async ({ table, index }: TableBuilder): Promise<void> => {
  await table(
    'failed_calls',
    {
      id: 'id',
      request_id: 'text',
      created_at: 'integer',
      user_id: 'integer',
      username: 'text',
      token_id: 'integer',
      token_name: 'text',
      group: 'text',
      model_name: 'text',
      channel: 'integer',
      use_time: 'integer',
      is_stream: 'integer',
      again: 'integer',
      other: 'text',
    },
    { unique: [['request_id']] },
  )
  await index('failed_calls', ['created_at', 'id'])
  await index('failed_calls', ['user_id', 'created_at', 'id'])
  await table(
    'failed_hours',
    { user_id: 'integer', hour: 'integer', count: 'integer' },
    { primary: ['user_id', 'hour'], beside: ['count'] },
  )
}
