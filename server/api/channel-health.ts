import type { channelHealth as endpoints } from '#contract/channel-health.ts'
import { reportChannels } from '../domain/channels/channel-report.ts'
import { channelsNotWorking } from './channels-not-working.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'

export const channelHealthHandlers = ({ domain, database }: ControlPlane): Handlers<typeof endpoints> => ({
  read: ({ query: { channel_id: channel, model, group } }) => reportChannels(domain, { channel, model, group }),
  notWorking: () => channelsNotWorking(database.query, domain),
})
