import type { ChannelRun } from '#contract/channel-upkeep.ts'
import { channelStatuses } from '#contract/channels.ts'
import { ApplicationError } from '#contract/errors.ts'
import { listChannelIds } from '../../db/channels.ts'
import type { Database } from '../../db/database.ts'
import { type Actor, recordAct } from '../audit.ts'
import type { Domain } from '../domain.ts'
import type { ChannelRuns, RunResult } from './channel-runs.ts'
import type { ChannelVendors } from './channel-vendors.ts'

/** What is left to spend with channels. */
export type ChannelBalances = {
  update: (id: number) => Promise<number>
  /** Begins to ask for every enabled channel; those with nothing left are disabled. */
  updateAll: (actor: Actor) => Promise<ChannelRun>
  /** The same when it is time by the operator's wish. */
  updateDue: () => Promise<void>
}

type Parts = {
  domain: Pick<Domain, 'clock' | 'options' | 'pool' | 'watch'>
  database: Database
  runs: ChannelRuns
  vendors: ChannelVendors
}

export const createChannelBalances = ({ domain, database, runs, vendors }: Parts): ChannelBalances => {
  const { clock, options, pool, watch } = domain
  let lastBegun = clock.monotonic()

  const find = (id: number) => {
    const channel = pool.find(id)
    if (channel === undefined) throw new ApplicationError('channel_missing')
    return channel
  }

  const updateOne = async (id: number): Promise<RunResult> => {
    const channel = find(id)
    const balance = await vendors.updateBalance(channel)
    if (balance > 0) return 'fine'
    const followed = await watch.disable(channel, channel.allKeys[0], 'balance_spent')
    return followed === undefined ? 'fine' : 'disabled'
  }

  const begin = async () => {
    const enabled = await listChannelIds(database.query, { statuses: [channelStatuses.enabled] })
    const asked = enabled.flatMap((id) => {
      const channel = pool.find(id)
      return channel !== undefined && vendors.tellsBalance(channel) ? [id] : []
    })
    const run = runs.begin('balance', asked, updateOne)
    lastBegun = clock.monotonic()
    return run
  }

  return {
    update: (id) => vendors.updateBalance(find(id)),
    updateAll: async (actor) => {
      const run = await begin()
      await recordAct(database.query, clock, actor, {
        action: 'channel.update_balances',
        target: 'channels',
        after: { channels: run.total },
      })
      return run
    },
    updateDue: async () => {
      const interval = options.get('ChannelBalanceInterval')
      const isDue = interval !== 0 && clock.monotonic() - lastBegun >= interval * 60_000
      if (!isDue || runs.state().balance.running) return
      await begin()
      await runs.idle()
    },
  }
}
