import type { emails } from '#contract/emails.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'

export const emailHandlers = ({ emailProofs, humanCheck, passwordReset }: ControlPlane): Handlers<typeof emails> => ({
  sendCode: async ({ query, address, readerLanguage: language, session }) => {
    await humanCheck.demand(query.turnstile, address)
    const wish = { address: query.email, language, browser: session.browser() }
    await emailProofs.sendCode(wish, session.asker())
  },
  bind: async ({ caller, query, session }) => {
    await emailProofs.bind(caller.user.id, { address: query.email, code: query.code }, session.asker())
  },
  requestReset: async ({ query, address, readerLanguage: language }) => {
    await humanCheck.demand(query.turnstile, address)
    await passwordReset.request(query.email, language, address)
  },
  reset: async ({ body, session }) => {
    const { userId, password } = await passwordReset.perform(body.email, body.token)
    // Whoever has the mailbox goes on with it, however many guess at the account meanwhile.
    await session.rememberDevice(userId)
    return password
  },
})
