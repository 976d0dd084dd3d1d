import type { TableBuilder } from './table-builder.ts'

/**
 * What is set aside for a task stands with it. What answers owe stands in tasks as well from then on; where it stood
 * before, nodes of the version before still write it, until all are of this one (`carry-owed-answers.ts`).
 */
export const openAnswers = async ({ addColumn, index, change }: TableBuilder): Promise<void> => {
  await addColumn('tasks', 'held', 'integer=0')
  await addColumn('tasks', 'held_until', 'integer=0')
  await change(`alter table tasks add column holder text not null default ''`)
  await index('tasks', ['held_until'], 'is_open = 1 and held > 0')
  await change('drop index stored_responses_claimed_until_some_index')
  await change('alter table stored_responses drop column claimed_until')
  await addColumn('stored_responses', 'claimed_until', 'integer=0')
  await index('stored_responses', ['claimed_until'], 'owed is not null')
}
