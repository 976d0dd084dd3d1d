import { type ChannelFilters, type channels as endpoints, toldOfChannel } from '#contract/channels.ts'
import { ApplicationError } from '#contract/errors.ts'
import { providers } from '#providers/index.ts'
import { listChannels, listChannelsByTag } from '../db/channel-lists.ts'
import { findChannel } from '../db/channels.ts'
import { recordAct } from '../domain/audit.ts'
import { actorOf } from './actor.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'
import { presentChannel, presentListed } from './present-channel.ts'
import { checkTold } from './written-back.ts'

type ListQuery = ChannelFilters & { page: number; pageSize: number }

export const channelHandlers = ({ domain, database, channels }: ControlPlane): Handlers<typeof endpoints> => {
  const { vault } = domain

  const list = async (query: ListQuery) => {
    const { keyword, id_sort: idSort, status: statuses, test, page, pageSize } = query
    const search = { ...query, keyHash: vault.fingerprint(keyword), statuses, hasFailedTest: test === 'failed', idSort }
    const find = query.tag_mode ? listChannelsByTag : listChannels
    const { items, total } = await find(database.query, search, { page, pageSize })
    return { items: items.map((item) => presentListed(item, domain)), page, page_size: pageSize, total }
  }

  return {
    list: ({ query }) => list(query),
    search: ({ query }) => list(query),
    read: async ({ params, query, ...call }) => {
      const row = await findChannel(database.query, params.id)
      if (row === undefined) throw new ApplicationError('channel_missing')
      if (query.keyless) return presentChannel(row, domain)
      // The keys are told in clear: who has seen them is known before he has.
      await recordAct(database.query, domain.clock, actorOf(call), {
        action: 'channel.read',
        target: `channel:${row.id}`,
        after: { name: row.name },
      })
      return { ...presentChannel(row, domain), key: vault.open(row.key_sealed) }
    },
    create: async ({ body, ...call }) => presentChannel(await channels.create(body, actorOf(call)), domain),
    createMany: async ({ body, ...call }) => {
      const ids = await channels.createMany(body, actorOf(call))
      return { count: ids.length, ids }
    },
    copy: async ({ params, query, ...call }) =>
      presentChannel(await channels.copy(params.id, query.suffix, actorOf(call)), domain),
    update: async ({ body: { id, ...wish }, ...call }) => {
      const row = await findChannel(database.query, id)
      if (row === undefined) throw new ApplicationError('channel_missing')
      checkTold(toldOfChannel, wish, presentChannel(row, domain))
      return presentChannel(await channels.change(id, wish, actorOf(call)), domain)
    },
    remove: async ({ params, query, ...call }) => {
      await channels.remove(params.id, query.reason, actorOf(call))
    },
    models: () => [...new Set(providers.flatMap(({ models }) => models))].sort().map((id) => ({ id })),
    enabledModels: () => [...domain.pool.allModels()],
  }
}
