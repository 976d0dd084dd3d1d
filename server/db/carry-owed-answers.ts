import { sql } from 'kysely'
import type { Executor } from './database.ts'

/**
 * Makes tasks of the answers that a version before noted as owed beside where they are kept, with what was set aside for
 * them. Nodes of that version may still be running while others are of this one: each that starts brings along what is
 * new, the last of them all of it.
 */
export const carryOwedAnswers = async (executor: Executor): Promise<void> => {
  await sql`
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
    on conflict (user_id, channel_id, platform, action, task_id)
    do update set terms = excluded.terms where tasks.is_open = 1
  `.execute(executor)
  // Only what was brought along word for word: another node may have written something new in between.
  await sql`
    update stored_responses set owed = null
    where owed is not null and exists (
      select 1 from tasks
      where tasks.user_id = stored_responses.user_id and tasks.task_id = stored_responses.response_id
        and tasks.channel_id = stored_responses.channel_id and tasks.platform = 'responses'
        and tasks.is_open = 1 and tasks.terms = stored_responses.owed
    )
  `.execute(executor)
}
