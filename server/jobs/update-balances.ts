import type { ChannelBalances } from '../domain/channels/channel-balances.ts'
import type { Job } from './runner.ts'

export const updateBalances = ({ channelBalances }: { channelBalances: Pick<ChannelBalances, 'updateDue'> }): Job => ({
  name: 'update-balances',
  everySeconds: 30,
  run: channelBalances.updateDue,
})
