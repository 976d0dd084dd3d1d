import { formatOption } from '#contract/option-text.ts'
import { isOptionKey, type optionCalls, optionTable } from '#contract/options.ts'
import { discoveringWays, type discoveryCalls } from '#contract/signin-discovery.ts'
import { unsetModels } from '../domain/channels/unset-models.ts'
import type { Signin } from '../signin/signin.ts'
import { operatorOf } from './actor.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'

export const optionHandlers = ({
  domain: { options, pool },
  signin,
  latestRelease,
}: ControlPlane): Handlers<typeof optionCalls> => ({
  list: ({ caller }) => options.shown(caller.user.role),
  update: async ({ body, ...call }) => {
    const isSecretAsRead =
      body.set === true && body.value === '' && isOptionKey(body.key) && optionTable[body.key].secret
    await options.put(body.key, isSecretAsRead ? undefined : body.value, operatorOf(call))
  },
  resetModelRatio: async (call) => {
    await options.put('ModelRatio', formatOption('ModelRatio', optionTable.ModelRatio.default), operatorOf(call))
  },
  ...discoveryHandlers(signin),
  latestRelease,
  unsetModels: () => unsetModels(options, pool),
})

const discoveryHandlers = (signin: Signin) => {
  const handlers = discoveringWays.map(
    (way): [string, Handlers<typeof discoveryCalls>[keyof typeof discoveryCalls]] => [
      `${way.name}Configuration`,
      ({ query }) => signin.discover(way, query.url),
    ],
  )
  // seam: one handler for each of the same list that the calls are made of
  return Object.fromEntries(handlers) as Handlers<typeof discoveryCalls>
}
