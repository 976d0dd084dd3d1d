import type { models } from '#contract/models.ts'
import { providers } from '#providers/index.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'

export const modelHandlers = ({ domain }: ControlPlane): Handlers<typeof models> => ({
  byChannelType: () => Object.fromEntries(providers.map(({ type, models: names }) => [String(type), [...names]])),
  groups: () => Object.keys(domain.options.get('GroupRatio')),
})
