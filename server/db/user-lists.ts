import { sql } from 'kysely'
import type { Executor } from './database.ts'
import { readMatchingIds } from './matching-ids.ts'
import type { UserRow } from './schema.ts'
import { lowerContains } from './text-match.ts'

type Page = { page: number; pageSize: number }
type UserPage = { items: UserRow[]; total: number }

/** Empty text narrows nothing. */
export type UserSearch = { keyword: string; group: string }

/** A page of all users, newest first, deleted ones too. */
export const listUsers = (executor: Executor, page: Page): Promise<UserPage> => listGroup(executor, '', page)

/** The same of those in the group, who have this id or whose names or address hold the keyword. */
export const searchUsers = (executor: Executor, { keyword, group }: UserSearch, page: Page): Promise<UserPage> =>
  keyword === '' ? listGroup(executor, group, page) : listMatching(executor, { keyword, group }, page)

const listGroup = async (executor: Executor, group: string, { page, pageSize }: Page): Promise<UserPage> => {
  const members = executor.selectFrom('users').$if(group !== '', (users) => users.where('group', '=', group))
  const ids = members
    .select('id')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const items = await executor.selectFrom('users').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute()
  const { total } = await members.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { items, total }
}

const listMatching = async (executor: Executor, search: UserSearch, page: Page): Promise<UserPage> => {
  const { ids, total } = await readMatchingIds(executor, matchingIds(executor, search), page)
  const items =
    ids.length === 0
      ? []
      : await executor.selectFrom('users').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute()
  return { items, total }
}

const matchingIds = (executor: Executor, { keyword, group }: UserSearch) => {
  const ofGroup = executor
    .selectFrom('users')
    .select('id')
    // Not by the index of groups, from which SQLite would go on to the whole of every member.
    .$if(group !== '', (users) => users.where((eb) => eb(sql`${eb.ref('group')} || ''`, '=', group)))
  const byText = ofGroup
    // True of every text: it leads SQLite to the index, which is a tenth of the table.
    .where('search_text', '>=', '')
    .where((eb) => lowerContains(eb.ref('search_text'), keyword))
  if (!/^\d{1,15}$/.test(keyword)) return byText
  const byId = ofGroup
    .where('id', '=', Number(keyword))
    .where((eb) => eb.not(lowerContains(eb.ref('search_text'), keyword)))
  return byText.unionAll(byId)
}
