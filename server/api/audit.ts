import type { audit } from '#contract/audit.ts'
import { listAudit, namesOfTargets } from '../db/audit.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'

export const auditHandlers = ({ database }: ControlPlane): Handlers<typeof audit> => ({
  list: async ({ query }) => {
    const { items, total } = await listAudit(database.query, query, query)
    const targets = items.map(({ target }) => target)
    const names = await namesOfTargets(database.query, targets)
    const named = items.map((act) => ({
      ...act,
      target_names: Object.fromEntries(
        act.target.split(' ').flatMap((part) => {
          const name = names.get(part)
          return name === undefined ? [] : [[part, name]]
        }),
      ),
    }))
    return { items: named, page: query.page, page_size: query.pageSize, total }
  },
})
