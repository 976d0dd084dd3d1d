import { keyAt } from '../domain/channels/channel-pool.ts'
import type { Domain } from '../domain/domain.ts'
import type { Task } from '../domain/tasks/task.ts'
import type { Caller } from '../relay/authenticate.ts'

type Origin = Pick<Task, 'channelId' | 'keyPlace'>

/**
 * Whoever goes on from a task of his own does so where it was made. Undefined where that is not open to the caller: the
 * channel is gone, another one is picked, or the key is of a group that the channel does not serve, whose price is
 * another.
 */
export const followerOf = (
  { pool }: Pick<Domain, 'pool'>,
  caller: Caller,
  { channelId, keyPlace }: Origin,
): Caller | undefined => {
  const channel = pool.find(channelId)
  if (channel === undefined || !channel.enabled) return undefined
  const isOpen =
    caller.pinnedChannel === undefined ? channel.groups.includes(caller.group) : caller.pinnedChannel === channelId
  return isOpen ? { ...caller, pinnedChannel: channelId, pinnedKey: keyAt(channel, keyPlace) } : undefined
}
