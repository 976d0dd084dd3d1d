import { type ExpressionBuilder, sql } from 'kysely'
import { roles, userStatuses } from '#contract/user.ts'
import type { Executor } from './database.ts'
import { inOrderOf, type ListOrder, orderTerms } from './list-order.ts'
import { readMatchingIds } from './matching-ids.ts'
import type { Tables, UserRow } from './schema.ts'
import { contains, lowerContains } from './text-match.ts'

type Page = { page: number; pageSize: number }
type UserPage = { items: UserRow[]; total: number }

type UserSort = 'id' | 'username' | 'quota' | 'used_quota' | 'request_count' | 'created_at' | 'last_login_at'

/** Empty text narrows nothing. */
export type UserSearch = ListOrder<UserSort> & {
  keyword: string
  group: string
  /** Zero narrows nothing. */
  role?: number
  /** Those who were deleted are neither active nor banned. */
  status?: '' | 'active' | 'banned' | 'deleted'
  /** Who looks, by whose notes he finds: of whom he reaches, and never of himself. */
  viewer?: { id: number; role: number }
}

/**
 * A page of the users of the group, the role and the status who have this id or whose names, address or note hold the
 * keyword, newest first or in the order asked for, deleted ones too.
 */
export const listUsers = (executor: Executor, search: UserSearch, page: Page): Promise<UserPage> =>
  search.keyword === '' ? listGroup(executor, search, page) : listMatching(executor, search, page)

const listGroup = async (executor: Executor, search: UserSearch, page: Page): Promise<UserPage> => {
  const { group, ...order } = search
  const members = executor
    .selectFrom('users')
    .$if(group !== '', (users) => users.where('group', '=', group))
    .where(isOfKind(search))
  const ids = await members
    .select('id')
    .orderBy(sql.join(orderTerms(order, sortColumns)))
    .limit(page.pageSize)
    .offset((page.page - 1) * page.pageSize)
    .execute()
  const { total } = await members.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return {
    items: await findListed(
      executor,
      ids.map(({ id }) => id),
    ),
    total,
  }
}

const listMatching = async (executor: Executor, search: UserSearch, page: Page): Promise<UserPage> => {
  const direction = search.sort === undefined ? 'desc' : (search.direction ?? 'asc')
  const { ids, total } = await readMatchingIds(executor, matchingIds(executor, search), direction, page)
  return { items: await findListed(executor, ids), total }
}

const sortColumns = {
  id: sql`id`,
  username: sql`username`,
  quota: sql`quota`,
  used_quota: sql`used_quota`,
  request_count: sql`request_count`,
  created_at: sql`created_at`,
  last_login_at: sql`last_login_at`,
}

const findListed = async (executor: Executor, ids: readonly number[]): Promise<UserRow[]> => {
  if (ids.length === 0) return []
  return inOrderOf(ids, await executor.selectFrom('users').selectAll().where('id', 'in', ids).execute())
}

const isOfKind =
  ({ role = 0, status = '' }: UserSearch) =>
  (eb: ExpressionBuilder<Tables, 'users'>) =>
    eb.and([
      ...(role === 0 ? [] : [eb('role', '=', role)]),
      ...(status === '' ? [] : [eb('deleted_at', status === 'deleted' ? 'is not' : 'is', null)]),
      ...(status === 'active' || status === 'banned' ? [eb('status', '=', userStatuses[status])] : []),
    ])

const nobody = { id: 0, role: 0 }

const matchingIds = (executor: Executor, search: UserSearch) => {
  const { keyword, group, viewer = nobody, sort = 'id' } = search
  const ofGroup = executor
    .selectFrom('users')
    .select(['id', sortColumns[sort].as('place')])
    // Not by the index of groups, from which SQLite would go on to the whole of every member.
    .$if(group !== '', (users) => users.where((eb) => eb(sql`${eb.ref('group')} || ''`, '=', group)))
    .where(isOfKind(search))
  const byText = ofGroup
    // True of every text: it leads SQLite to the index, which is a tenth of the table.
    .where('search_text', '>=', '')
    .where((eb) => lowerContains(eb.ref('search_text'), keyword))
  const notByText = ofGroup.where((eb) => eb.not(lowerContains(eb.ref('search_text'), keyword)))
  const id = /^\d{1,15}$/.test(keyword) ? Number(keyword) : 0
  const byNote = notByText
    // As the index of notes says it, which holds the few that there are.
    .where(sql<boolean>`note <> ''`)
    .where((eb) => contains(eb.ref('note'), keyword))
    .where('id', 'not in', [id, viewer.id])
    .$if(viewer.role < roles.root, (users) => users.where('role', '<', viewer.role))
  const byWords = byText.unionAll(byNote)
  return id === 0 ? byWords : byWords.unionAll(notByText.where('id', '=', id))
}
