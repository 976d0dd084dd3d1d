import type { channelUpkeep as endpoints } from '#contract/channel-upkeep.ts'
import { ApplicationError } from '#contract/errors.ts'
import { listFailedTests } from '../db/channel-lists.ts'
import { channelFields } from '../domain/channels/channel-rules.ts'
import { readSetting, splitKeys } from '../domain/channels/open-channels.ts'
import { actorOf } from './actor.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'
import { presentChannel, presentKeys } from './present-channel.ts'

export const channelUpkeepHandlers = (plane: ControlPlane): Handlers<typeof endpoints> => {
  const { domain, database, channels, channelTests, channelBalances, channelVendors, channelRuns, addressPolicy } =
    plane
  const { pool, vault } = domain

  return {
    test: async ({ params, query, ...call }) => {
      const { ms, text } = await channelTests.test(params.id, query.model, actorOf(call))
      return { data: null, beside: { time: Math.round(ms) / 1000, answer: text } }
    },
    testAll: (call) => channelTests.testAll(actorOf(call)),
    testMany: ({ body, ...call }) => channelTests.testMany(body.ids, actorOf(call)),
    failedTests: ({ query }) => listFailedTests(database.query, query.since),
    runs: () => channelRuns.state(),
    fetchModels: async ({ params }) => {
      const channel = pool.find(params.id)
      if (channel === undefined) throw new ApplicationError('channel_missing')
      return channelVendors.models(channel)
    },
    fetchNewModels: async ({ body }) => {
      const [key] = splitKeys(body.key, { type: body.type, key_list: body.key_list ?? 1 })
      if (!key) throw new ApplicationError('channel_key_missing')
      const fields = channelFields(body, { vault, addressPolicy })
      return channelVendors.models({
        type: body.type,
        allKeys: [key],
        baseUrl: fields.base_url ?? '',
        other: fields.other ?? '',
        organization: '',
        setting: readSetting(fields.setting ?? ''),
      })
    },
    updateBalance: async ({ params }) => ({
      data: null,
      beside: { balance: await channelBalances.update(params.id) },
    }),
    updateBalances: (call) => channelBalances.updateAll(actorOf(call)),
    enableKeys: async ({ params, body, ...call }) =>
      presentChannel(await channels.enableKeys(params.id, body.key, actorOf(call)), domain),
    keys: async ({ params }) => {
      if (pool.find(params.id) === undefined) throw new ApplicationError('channel_missing')
      return presentKeys(params.id, domain)
    },
    disableKey: async ({ params, body, ...call }) =>
      presentChannel(await channels.disableKey(params.id, body.key, actorOf(call)), domain),
    wake: async ({ params, ...call }) => presentChannel(await channels.wake(params.id, actorOf(call)), domain),
  }
}
