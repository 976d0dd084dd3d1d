import type { TableBuilder } from './table-builder.ts'

/** All days of one user are read at once, and PostgreSQL would fetch each of their rows from another page. */
export const daysAlongTheirKey = async ({ readAlongKey }: TableBuilder): Promise<void> => {
  await readAlongKey(
    'usage_days',
    ['user_id', 'day', 'type', 'token_id', 'channel', 'model_name', 'group', 'username', 'token_name'],
    ['count', 'logged', 'quota', 'prompt_tokens', 'completion_tokens', 'hours'],
  )
}
