import type { setup } from '#contract/setup.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'

export const setupHandlers = (plane: ControlPlane): Handlers<typeof setup> => ({
  read: async ({ local }) => {
    const state = await plane.setup.state()
    return { ...state, code_needed: !state.status && !local }
  },
  perform: async ({ body, address, local }) => {
    await plane.setup.perform({
      username: body.username,
      password: body.password,
      repeatedPassword: body.confirmPassword,
      selfUse: body.SelfUseModeEnabled,
      demo: body.DemoSiteEnabled,
      address,
      local,
      code: body.code,
    })
  },
})
