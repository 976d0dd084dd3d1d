import { skeletonsOf } from '../../lib/name-skeletons.ts'
import type { TableBuilder } from './table-builder.ts'

/** Whose name looks like what. Of users whose names look alike already the oldest has it, and all go on as they are. */
export const usernames = async ({ table, index, carry }: TableBuilder): Promise<void> => {
  await table(
    'usernames',
    { skeleton: 'text', user_id: 'integer' },
    { primary: ['skeleton'], references: { user_id: 'users' } },
  )
  await index('usernames', ['user_id'])
  await carry('select id, username from users order by id', 'usernames', ({ id, username }) =>
    skeletonsOf(String(username)).map((skeleton) => ({ skeleton, user_id: id })),
  )
}
