import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idParams, orderBy, pageOf, pageQuery, searchText } from './fields.ts'

/** Codes that were made together, without those that were deleted; its id is that of the first of them. */
const redemptionBatch = z.object({
  id: z.int(),
  name: z.string(),
  created_time: z.int(),
  creator_id: z.int(),
  /** Empty: the account is not known any more. */
  creator_name: z.string(),
  /** Each of them is used, disabled, expired, or remains to be redeemed. */
  count: z.int(),
  used: z.int(),
  disabled: z.int(),
  expired: z.int(),
  remaining: z.int(),
  /** What they are worth together, each once. */
  quota: z.int(),
})
export type RedemptionBatch = z.output<typeof redemptionBatch>

const listQuery = z.intersection(
  pageQuery,
  z.object({ keyword: searchText, ...orderBy(['id', 'name', 'created_time']) }),
)

export const redemptionBatches = {
  list: endpoint({
    method: 'GET',
    path: '/api/redemption/batch',
    access: 'admin',
    summary:
      'Redemption codes by what was made together, by id or part of the name, newest first or in the order asked for',
    query: listQuery,
    data: pageOf(redemptionBatch),
  }),
  disable: endpoint({
    method: 'PUT',
    path: '/api/redemption/batch/:id/disable',
    access: 'admin',
    summary: 'Disable the unused codes of a batch; answers which they were',
    touches: ['audit'],
    params: idParams,
    data: z.array(z.int()),
  }),
  enable: endpoint({
    method: 'PUT',
    path: '/api/redemption/batch/:id/enable',
    access: 'admin',
    summary: 'Enable the disabled codes of a batch; answers which they were',
    touches: ['audit'],
    params: idParams,
    data: z.array(z.int()),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/redemption/batch/:id',
    access: 'admin',
    summary: 'Delete all codes of a batch, used ones too; answers how many',
    touches: ['audit'],
    params: idParams,
    data: z.int(),
  }),
}
