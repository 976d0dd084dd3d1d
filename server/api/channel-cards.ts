import type { channelCards as endpoints } from '#contract/channel-cards.ts'
import { actorOf } from './actor.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'

export const channelCardHandlers = ({ channelCards }: ControlPlane): Handlers<typeof endpoints> => ({
  read: ({ params }) => channelCards.read(params.id),
  begin: ({ params, ...call }) => channelCards.begin(params.id, actorOf(call)),
})
