import type { Database } from '#server/db/database.ts'
import { backgroundAnswers } from '#server/domain/tasks/owed-answer.ts'

/** Answers that are made in the background and not paid for yet, also those that somebody is seeing to just now. */
export const listOpenAnswers = async ({ query }: Database) => {
  const rows = await query.selectFrom('tasks').selectAll().where('platform', '=', backgroundAnswers).execute()
  return rows.map(({ task_id, holder, terms }) => ({ id: task_id, holder, ...JSON.parse(terms ?? '{}') }))
}
