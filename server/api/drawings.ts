import type { drawings } from '#contract/drawings.ts'
import { listDrawings } from '../db/drawings.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'

export const drawingHandlers = ({ database }: ControlPlane): Handlers<typeof drawings> => ({
  list: async ({ query }) => {
    const { items, total } = await listDrawings(database.query, query, query)
    return { items, page: query.page, page_size: query.pageSize, total }
  },
  listSelf: async ({ caller, query }) => {
    const { items, total } = await listDrawings(database.query, query, { ...query, userId: caller.user.id })
    return { items, page: query.page, page_size: query.pageSize, total }
  },
})
