import type { userSettings } from '#contract/user-settings.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'

export const userSettingHandlers = (plane: ControlPlane): Handlers<typeof userSettings> => ({
  update: async ({ caller, body }) => {
    const { webhook_secret_set: isSet, webhook_secret: secret, ...change } = body
    const isAsRead = isSet === true && secret === ''
    await plane.userSettings.change(caller.user.id, isAsRead ? change : { ...change, webhook_secret: secret })
  },
})
