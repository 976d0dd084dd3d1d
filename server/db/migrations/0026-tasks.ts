import type { TableBuilder } from './table-builder.ts'

/**
 * Work that is handed in now and finished later, of every kind. Nothing ever wrote to the two tables that were meant for
 * two kinds of it.
 */
export const tasks = async ({ table, index, change }: TableBuilder): Promise<void> => {
  await table(
    'tasks',
    {
      id: 'id',
      platform: 'text',
      task_id: 'text',
      user_id: 'integer',
      channel_id: 'integer',
      key_place: 'integer',
      action: 'text',
      code: 'integer',
      status: 'text',
      progress: 'text',
      prompt: 'text',
      fail_reason: 'text',
      data: 'text',
      quota: 'integer',
      charge: 'text?',
      is_open: 'integer',
      owes: 'integer',
      misses: 'integer',
      submit_time: 'integer',
      start_time: 'integer',
      finish_time: 'integer',
      due_at: 'integer',
      created_at: 'integer',
    },
    { unique: [['user_id', 'channel_id', 'platform', 'action', 'task_id']] },
  )
  await index('tasks', ['due_at'], 'is_open = 1 or owes = 1')
  await index('tasks', ['user_id', 'platform', 'task_id'])
  await index('tasks', ['channel_id', 'platform', 'task_id'])
  await index('tasks', ['user_id', 'submit_time'])
  await index('tasks', ['channel_id', 'submit_time'])
  await index('tasks', ['submit_time'])
  await change('drop table drawings')
  await change('drop table songs')
}
