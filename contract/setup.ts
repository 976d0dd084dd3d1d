import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { nothing } from './fields.ts'

export const setup = {
  read: endpoint({
    method: 'GET',
    path: '/api/setup',
    access: 'public',
    summary: 'Whether setup is done, and what it still needs',
    data: z.object({
      status: z.boolean(),
      root_init: z.boolean(),
      database_type: z.string(),
      /** Whoever does not come from this machine proves that he sees what the start prints. */
      code_needed: z.boolean(),
    }),
  }),
  perform: endpoint({
    method: 'POST',
    path: '/api/setup',
    access: 'public',
    limit: 'critical',
    summary: 'Create the super admin and choose the usage mode, once',
    body: z.object({
      username: z._default(z.string(), ''),
      password: z._default(z.string(), ''),
      confirmPassword: z._default(z.string(), ''),
      SelfUseModeEnabled: z._default(z.boolean(), false),
      DemoSiteEnabled: z._default(z.boolean(), false),
      /** What the start prints: needed unless the page was asked for under a name of this machine. */
      code: z._default(z.string().check(z.maxLength(64)), ''),
    }),
    data: nothing,
  }),
}
