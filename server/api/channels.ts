import type { Channel, channels as endpoints } from '#contract/channels.ts'
import { ApplicationError } from '#contract/errors.ts'
import { providers } from '#providers/index.ts'
import { listEnabledModels } from '../db/abilities.ts'
import { findChannel, listChannels, searchChannels } from '../db/channels.ts'
import type { ChannelRow } from '../db/schema.ts'
import { actorOf } from './actor.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'

export const channelHandlers = ({ domain, database, channels }: ControlPlane): Handlers<typeof endpoints> => {
  const { vault } = domain

  return {
    list: async ({ query }) => {
      const { items, total } = await listChannels(database.query, { ...query, idSort: query.id_sort })
      return { items: items.map(presentListed), page: query.page, page_size: query.pageSize, total }
    },
    search: async ({ query }) => {
      const rows = await searchChannels(database.query, {
        keyword: query.keyword,
        keyHash: vault.fingerprint(query.keyword),
        group: query.group,
        model: query.model,
        idSort: query.id_sort,
      })
      return rows.map(presentListed)
    },
    read: async ({ params }) => {
      const row = await findChannel(database.query, params.id)
      if (row === undefined) throw new ApplicationError('channel_missing')
      return { ...row, key: vault.open(row.key_sealed) }
    },
    create: async ({ body, ...call }) => presentListed(await channels.create(body, actorOf(call))),
    update: async ({ body: { id, ...wish }, ...call }) => presentListed(await channels.change(id, wish, actorOf(call))),
    remove: async ({ params, ...call }) => {
      await channels.remove(params.id, actorOf(call))
    },
    models: () => [...new Set(providers.flatMap(({ models }) => models))].sort().map((id) => ({ id })),
    enabledModels: () => listEnabledModels(database.query),
  }
}

/** Lists never carry keys. */
const presentListed = (row: ChannelRow): Channel => ({ ...row, key: '' })
