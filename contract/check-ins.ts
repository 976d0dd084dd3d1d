import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** A little quota for whoever comes by, once a day by UTC. */
export const checkIns = {
  status: endpoint({
    method: 'GET',
    path: '/api/user/check_in_status',
    access: 'user',
    summary: 'Whether the user can check in now, and whether he has done so today',
    data: z.object({ can_check_in: z.boolean(), checked_in: z.boolean() }),
  }),
  perform: endpoint({
    method: 'POST',
    path: '/api/user/check_in',
    access: 'user',
    summary: 'Check in for today; answers the quota it brought',
    data: z.object({ quota: z.int() }),
  }),
}
