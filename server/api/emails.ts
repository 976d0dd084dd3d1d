import type { emails } from '#contract/emails.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'

export const emailHandlers = ({ emailProofs, humanCheck, passwordReset }: ControlPlane): Handlers<typeof emails> => ({
  sendCode: async ({ query, address, language }) => {
    await humanCheck.demand(query.turnstile, address)
    await emailProofs.sendCode(query.email, language)
  },
  bind: async ({ caller, query }) => {
    await emailProofs.bind(caller.user.id, query.email, query.code)
  },
  requestReset: async ({ query, address, language }) => {
    await humanCheck.demand(query.turnstile, address)
    await passwordReset.request(query.email, language)
  },
  reset: ({ body }) => passwordReset.perform(body.email, body.token),
})
