import type { audit } from '#contract/audit.ts'
import { listAudit } from '../db/audit.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'

export const auditHandlers = ({ database }: ControlPlane): Handlers<typeof audit> => ({
  list: async ({ query }) => {
    const { items, total } = await listAudit(database.query, query, query)
    return { items, page: query.page, page_size: query.pageSize, total }
  },
})
