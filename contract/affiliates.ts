import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { nothing } from './fields.ts'

/** Inviting others, and what it earns. */
export const affiliates = {
  code: endpoint({
    method: 'GET',
    path: '/api/user/aff',
    access: 'user',
    summary: 'The own invite code',
    data: z.string(),
  }),
  transfer: endpoint({
    method: 'POST',
    path: '/api/user/aff_transfer',
    access: 'user',
    summary: 'Move invite earnings to the balance',
    body: z.object({ quota: z.int() }),
    data: nothing,
  }),
}
