import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { nothing, singleLine } from './fields.ts'

const email = z._default(singleLine(254), '')
const emailAndHumanCheck = z.object({ email, turnstile: z._default(z.string(), '') })

/** Proofs that an email address is one's own, and what such a proof is good for. */
export const emails = {
  sendCode: endpoint({
    method: 'GET',
    path: '/api/verification',
    access: 'public',
    limit: 'critical',
    changes: true,
    summary: 'Mail a verification code; the answer is the same for addresses that somebody has',
    query: emailAndHumanCheck,
    data: nothing,
  }),
  bind: endpoint({
    method: 'GET',
    path: '/api/oauth/email/bind',
    access: 'user',
    proof: 'fresh',
    limit: 'critical',
    changes: true,
    summary: 'Bind an email address, with the code from the mail',
    query: z.object({ email, code: z._default(z.string().check(z.maxLength(64)), '') }),
    data: nothing,
  }),
  requestReset: endpoint({
    method: 'GET',
    path: '/api/reset_password',
    access: 'public',
    limit: 'critical',
    changes: true,
    summary: 'Mail a link that resets the password; the answer is the same for addresses that nobody has',
    query: emailAndHumanCheck,
    data: nothing,
  }),
  reset: endpoint({
    method: 'POST',
    path: '/api/user/reset',
    access: 'public',
    limit: 'critical',
    summary: 'Replace the password by a new one, with the token from the mail',
    body: z.object({ email, token: z._default(z.string().check(z.maxLength(128)), '') }),
    data: z.string(),
  }),
}
