import type { ChannelTests } from '../domain/channels/channel-tests.ts'
import type { Job } from './runner.ts'

export const testChannels = ({ channelTests }: { channelTests: Pick<ChannelTests, 'testDue'> }): Job => ({
  name: 'test-channels',
  everySeconds: 30,
  run: channelTests.testDue,
})
