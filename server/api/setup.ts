import type { setup } from '#contract/setup.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'

export const setupHandlers = (plane: ControlPlane): Handlers<typeof setup> => ({
  read: () => plane.setup.state(),
  perform: async ({ body, address }) => {
    await plane.setup.perform({
      username: body.username,
      password: body.password,
      repeatedPassword: body.confirmPassword,
      selfUse: body.SelfUseModeEnabled,
      demo: body.DemoSiteEnabled,
      address,
    })
  },
})
