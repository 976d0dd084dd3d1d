import { timesOfSize } from '#pricing/film-size.ts'
import { priceWeighed } from '#pricing/price.ts'
import { type Usage, usageOf } from '#pricing/usage.ts'
import type { VideoBegun, VideoPlatform } from '#protocols/video-platform.ts'
import { secondsOf } from '#protocols/videos.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import type { Task } from '../../domain/tasks/task.ts'
import type { Admission } from '../../relay/admit.ts'
import type { Caller } from '../../relay/authenticate.ts'
import type { Call } from '../../relay/call.ts'
import type { VideoEndpoint } from '../../relay/endpoints.ts'
import { recordOf } from '../../relay/record.ts'
import type { TaskCall } from '../../relay/task-paths.ts'
import type { UpstreamRequest } from '../../relay/upstream-request.ts'
import type { SubmitParts } from '../submit.ts'
import type { VideoOrder } from './video-wish.ts'

/** What an upstream has begun, and who that is. */
export type TakenVideo = {
  begun: VideoBegun
  platform: VideoPlatform
  channel: Channel
  key: string
  request: UpstreamRequest
}

type Kept = {
  asked: TaskCall<VideoEndpoint>
  caller: Caller
  call: Call
  order: VideoOrder
  admission: Admission
  taken: TakenVideo
}

/** Written down with the charge it stands for, and then that is settled. */
export const keepVideo = async (domain: SubmitParts['domain'], kept: Kept): Promise<Task> => {
  const { asked, caller, call, order, admission, taken } = kept
  const { channel, key, platform, request, begun } = taken
  const { outcome, taskId, ...news } = begun
  const { model } = order.asked
  const seconds = order.asked.seconds ?? toldSeconds(begun) ?? platform.usualSeconds(request.model)
  const usage = usageOfVideo(domain, caller, { model, seconds, size: order.asked.size })
  const recorded = recordOf(
    domain,
    { caller, call, request, trace: asked.trace },
    { usage: undefined, textBytes: 0, ending: 'complete', firstByteMs: undefined },
    { usage, estimated: false, price: admission.price, quota: priceWeighed(admission.price.weighed, usage) },
  )
  const charge = { ...recorded, content: `${order.action} ${taskId}` }
  const task = {
    platform: platform.name,
    taskId,
    userId: caller.userId,
    channelId: channel.id,
    keyPlace: Math.max(0, channel.allKeys.indexOf(key)),
    action: order.action,
    code: 0,
    prompt: order.prompt.slice(0, longestPrompt),
    asked: { ...order.asked, seconds },
    submitTime: domain.clock.now(),
    ...news,
    quota: charge.quota,
    charge,
    isOpen: outcome === 'open',
  }
  if (await domain.tasks.add(task)) await domain.ledger.settle(admission.hold, charge)
  return { ...task, id: 0, misses: 0, owes: false }
}

/** Enough to know it by in a list. */
const longestPrompt = 10_000

/** By the second where its model is priced so, and otherwise by the piece; some sizes cost more. */
export const usageOfVideo = (
  { options, pool }: SubmitParts['domain'],
  { group }: Caller,
  { model, seconds, size }: { model: string; seconds: number; size: string | undefined },
): Usage => {
  const bare = pool.bareName(group, model)
  const bySecond = options.get('ModelsPricedBySecond')
  const sizes = options.get('VideoSizeRatio')
  const isBySecond = bySecond.includes(model) || bySecond.includes(bare)
  const times = timesOfSize(sizes, Object.hasOwn(sizes, model) ? model : bare, size)
  return usageOf({ calls: (isBySecond ? seconds : 1) * times })
}

/** What its upstream says that it makes, where the client left that to it. */
const toldSeconds = ({ data }: VideoBegun): number | undefined => {
  try {
    return secondsOf(data.seconds)
  } catch {
    return undefined
  }
}
