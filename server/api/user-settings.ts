import type { userSettings } from '#contract/user-settings.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'

export const userSettingHandlers = (plane: ControlPlane): Handlers<typeof userSettings> => ({
  update: async ({ caller, body }) => {
    await plane.userSettings.change(caller.user.id, body)
  },
})
