import type { NotWorking } from '#contract/channel-health.ts'
import { channelInfoOf } from '#contract/channels.ts'
import { readDisabledChannels } from '../db/channel-lists.ts'
import type { Executor } from '../db/database.ts'
import type { Channel } from '../domain/channels/channel.ts'
import type { Domain } from '../domain/domain.ts'
import { restOf } from './present-channel.ts'

type Live = Pick<Domain, 'pool' | 'keys' | 'health'>
type RestingChannel = NotWorking['resting']['items'][number]

/** Nobody reads further down a dashboard: the list of channels has all of them. */
const mostTold = 20

/** Which channels get no calls, or fewer than they could, and why. */
export const channelsNotWorking = async (executor: Executor, live: Live): Promise<NotWorking> => {
  const { byHand, automatic } = await readDisabledChannels(executor)
  const resting = restingChannels(live)
  return {
    disabled: byHand,
    auto_disabled: {
      total: automatic.length,
      items: automatic
        .map(({ id, name, ...row }) => {
          const { status_reason: reason = '', status_values: values, status_time: since = 0 } = channelInfoOf(row)
          return { id, name, reason, ...(values === undefined ? {} : { values }), since }
        })
        .sort((one, other) => other.since - one.since)
        .slice(0, mostTold),
    },
    resting: {
      total: resting.length,
      items: resting.sort((one, other) => untilOf(other) - untilOf(one)).slice(0, mostTold),
    },
  }
}

/** Enabled ones: of what is disabled more is to be known than that it rested. */
const restingChannels = (live: Live): RestingChannel[] =>
  live.pool.ids().flatMap((id) => {
    const channel = live.pool.find(id)
    if (!channel?.enabled) return []
    const { name } = channel
    const [rest, keys] = [restOf(id, live), restingKeysOf(channel, live)]
    return rest === null && keys === null ? [] : [{ id, name, rest, keys }]
  })

const restingKeysOf = (channel: Channel, { keys }: Live): RestingChannel['keys'] => {
  const count = channel.allKeys.length
  // The only key of a channel rests with its models.
  const benched = count < 2 ? [] : keys.benched(channel)
  const last = benched.reduce<(typeof benched)[number] | undefined>(
    (latest, each) => (latest === undefined || each.until > latest.until ? each : latest),
    undefined,
  )
  if (last === undefined) return null
  const inUse = channel.keys.length - benched.length
  return { in_use: inUse, count, until: Math.ceil(last.until / 1000), reason: last.reason }
}

const untilOf = ({ rest, keys }: RestingChannel): number => Math.max(rest?.until ?? 0, keys?.until ?? 0)
