import { formatOption } from '#contract/option-text.ts'
import { type optionCalls, optionTable } from '#contract/options.ts'
import { unsetModels } from '../domain/channels/unset-models.ts'
import { operatorOf } from './actor.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'

export const optionHandlers = ({ domain: { options, pool }, signin }: ControlPlane): Handlers<typeof optionCalls> => ({
  list: ({ caller }) => options.shown(caller.user.role),
  update: async ({ body, ...call }) => {
    await options.put(body.key, body.value, operatorOf(call))
  },
  resetModelRatio: async (call) => {
    await options.put('ModelRatio', formatOption('ModelRatio', optionTable.ModelRatio.default), operatorOf(call))
  },
  oidcConfiguration: ({ query }) => signin.oidcConfiguration(query.url),
  unsetModels: () => unsetModels(options, pool),
})
