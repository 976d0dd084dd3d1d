import type { TableBuilder } from './table-builder.ts'

/** Answers that are made in the background are tasks like others, and what is set aside for a task stands with it. */
export const openAnswers = async ({ addColumn, index, change }: TableBuilder): Promise<void> => {
  await addColumn('tasks', 'held', 'integer=0')
  await addColumn('tasks', 'held_until', 'integer=0')
  await change(`alter table tasks add column holder text not null default ''`)
  await index('tasks', ['held_until'], 'is_open = 1 and held > 0')
  await change(`
    insert into tasks (
      platform, action, task_id, user_id, channel_id, key_place, terms, submit_time, created_at,
      held, holder, held_until,
      code, status, progress, prompt, fail_reason, data, quota, is_open, owes, misses, start_time, finish_time, due_at
    )
    select
      'responses', 'respond', answer.response_id, answer.user_id, answer.channel_id, answer.key_place, answer.owed,
      answer.created_at * 1000, answer.created_at,
      coalesce(hold.amount, 0), coalesce(hold.holder, ''), coalesce(hold.held_until, 0),
      0, 'IN_PROGRESS', '0%', '', '', '{}', 0, 1, 0, 0, 0, 0, 0
    from stored_responses answer
    left join response_holds hold on hold.user_id = answer.user_id and hold.response_id = answer.response_id
    where answer.owed is not null
  `)
  await change('drop table response_holds')
  await change('drop index stored_responses_claimed_until_some_index')
  await change('alter table stored_responses drop column claimed_until')
  await change('alter table stored_responses drop column owed')
}
