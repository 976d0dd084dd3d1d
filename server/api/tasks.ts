import type { tasks } from '#contract/tasks.ts'
import { listSongs } from '../db/songs.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'

export const taskHandlers = ({ database }: ControlPlane): Handlers<typeof tasks> => ({
  list: async ({ query }) => {
    const { items, total } = await listSongs(database.query, query, query)
    return { items, page: query.page, page_size: query.pageSize, total }
  },
  listSelf: async ({ caller, query }) => {
    const { items, total } = await listSongs(database.query, query, { ...query, userId: caller.user.id })
    return { items, page: query.page, page_size: query.pageSize, total }
  },
})
