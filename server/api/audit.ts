import * as z from 'zod/mini'
import type { AuditAct, audit } from '#contract/audit.ts'
import { ApplicationError } from '#contract/errors.ts'
import { roles } from '#contract/user.ts'
import { listAudit, namesOfTargets } from '../db/audit.ts'
import type { Executor } from '../db/database.ts'
import type { AuditRow } from '../db/schema.ts'
import { findTokenOwner } from '../db/tokens.ts'
import type { Operator } from '../domain/audit.ts'
import { checkReach } from '../domain/people/user-ranks.ts'
import { operatorOf } from './actor.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'

type Plane = Pick<ControlPlane, 'database' | 'userAdministration'>

export const auditHandlers = (plane: ControlPlane): Handlers<typeof audit> => {
  const { query: executor } = plane.database
  return {
    list: async ({ query }) => {
      const { items, total } = await listAudit(executor, query, query)
      return { items: await named(executor, items), page: query.page, page_size: query.pageSize, total }
    },
    ofRecord: async ({ query, ...call }) => {
      const operator = operatorOf(call)
      await checkRecord(plane, query.target, operator)
      const { items, total } = await listAudit(executor, query, { target: query.target })
      const told = operator.role >= roles.root ? items : items.map((act) => ({ ...act, address: '' }))
      return { items: await named(executor, told), page: query.page, page_size: query.pageSize, total }
    },
  }
}

/** With what is called what in it. */
const named = async (executor: Executor, acts: readonly AuditRow[]): Promise<AuditAct[]> => {
  const told = acts.map((act) => ({ act, records: [...act.target.split(' '), ...recordsIn(act)] }))
  const names = await namesOfTargets(
    executor,
    told.flatMap(({ records }) => records),
  )
  return told.map(({ act, records }) => ({
    ...act,
    target_names: Object.fromEntries(
      records.flatMap((record) => {
        const name = names.get(record)
        return name === undefined ? [] : [[record, name]]
      }),
    ),
  }))
}

/** What the values of an act name by an id, beside what it touched. */
const recordsIn = ({ action, before, after }: AuditRow): string[] => {
  if (action !== 'channel.copy' && !action.startsWith('redemption.')) return []
  return [before, after].flatMap((text) => {
    const { copy_of: channel, used_user_id: user } = z.parse(namingFields, text === '' ? {} : JSON.parse(text))
    return [...(channel ? [`channel:${channel}`] : []), ...(user ? [`user:${user}`] : [])]
  })
}

const id = z.catch(z.optional(z.int()), undefined)
const namingFields = z.catch(z.object({ copy_of: id, used_user_id: id }), {})

/** Throws unless the operator may know what became of it; nobody but the super admin learns what was noted of himself. */
const checkRecord = async (plane: Plane, target: string, operator: Operator): Promise<void> => {
  const [kind, id] = target.split(':')
  if (kind === 'token') return checkToken(plane, Number(id), operator)
  if (operator.role < roles.admin) throw new ApplicationError('role_insufficient')
  if (kind === 'user') checkReach(await plane.userAdministration.read(Number(id), operator), operator)
}

/** To a user the tokens of others are as those that are not there. */
const checkToken = async ({ database, userAdministration }: Plane, id: number, operator: Operator): Promise<void> => {
  const owner = await findTokenOwner(database.query, id)
  if (owner === operator.id) return
  if (owner === undefined || operator.role < roles.admin) throw new ApplicationError('token_missing')
  await userAdministration.read(owner, operator)
}
