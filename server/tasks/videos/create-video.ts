import { ApplicationError } from '#contract/errors.ts'
import { priceWeighed } from '#pricing/price.ts'
import { type Usage, usageOf } from '#pricing/usage.ts'
import { ProtocolError } from '#protocols/failure.ts'
import { plainOutline } from '#protocols/passed-request.ts'
import type { VideoBegun, VideoPlatform } from '#protocols/video-platform.ts'
import { secondsOf } from '#protocols/videos.ts'
import { providerOf } from '#providers/index.ts'
import { videoPlatforms } from '#providers/videos/index.ts'
import { videoPlatformOf } from '#providers/with-videos.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import { keyAt, upstreamModelOf } from '../../domain/channels/channel-pool.ts'
import type { Task } from '../../domain/tasks/task.ts'
import { type Admission, admit } from '../../relay/admit.ts'
import type { Caller } from '../../relay/authenticate.ts'
import { type Call, readObject } from '../../relay/call.ts'
import { checkWordsIn } from '../../relay/check-words.ts'
import type { VideoEndpoint } from '../../relay/endpoints.ts'
import { recordOf } from '../../relay/record.ts'
import type { TaskCall } from '../../relay/task-paths.ts'
import type { UpstreamRequest } from '../../relay/upstream-request.ts'
import { askUpstream } from '../ask-upstream.ts'
import { asOneCall } from '../batches/hand-in.ts'
import { handInWhere } from '../hand-in-where.ts'
import { sendTold } from '../send-told.ts'
import type { SubmitParts } from '../submit.ts'
import { callOf } from '../task-call.ts'
import { askedOf, findVideo, toldVideo } from './told-video.ts'
import { bytesOfAsk, readVideoOrder, type VideoOrder } from './video-wish.ts'

type Asked = TaskCall<VideoEndpoint>

/** A film is handed in to whichever channel makes such films: as any other task, but each in the words of its vendor. */
export const createVideo = (parts: SubmitParts, asked: Asked, caller: Caller): Promise<void> =>
  asked.withRoom(caller, async (room) => {
    const order = await readVideoOrder(asked.endpoint, asked.request, room)
    await handInVideo(parts, asked, caller, order)
  })

/** Only the account that made a film knows it. */
export const remixVideo = (parts: SubmitParts, asked: Asked, caller: Caller): Promise<void> =>
  asked.withRoom(caller, async (room) => {
    const { domain } = parts
    const body = await readObject(asked.request, room)
    const { prompt } = body
    if (typeof prompt !== 'string' || prompt === '') throw new ProtocolError('prompt', 'must be a non-empty text')
    const origin = await findVideo(domain, asked, caller)
    const channel = domain.pool.find(origin.channelId)
    const isElsewhere = caller.pinnedChannel !== undefined && caller.pinnedChannel !== origin.channelId
    if (channel === undefined || !channel.enabled || isElsewhere) {
      throw new ApplicationError('thing_channel_gone', { place: 'video_id', id: origin.taskId })
    }
    if (origin.isOpen) throw new ApplicationError('video_unfinished', { id: origin.taskId })
    const follower = { ...caller, pinnedChannel: channel.id, pinnedKey: keyAt(channel, origin.keyPlace) }
    await handInVideo(parts, asked, follower, {
      action: 'REMIX',
      asked: { ...askedOf(origin), remixedFrom: origin.taskId },
      prompt,
      texts: [prompt],
      askOf: ({ remix }) => {
        if (remix === undefined) throw new ProtocolError('video_id', 'is of a model that makes no remixes')
        return remix(origin.taskId, { prompt })
      },
    })
  })

type Taken = { begun: VideoBegun; platform: VideoPlatform; channel: Channel; key: string; request: UpstreamRequest }

const handInVideo = async (parts: SubmitParts, asked: Asked, caller: Caller, order: VideoOrder): Promise<void> => {
  const { domain } = parts
  const { endpoint, request, trace } = asked
  checkWordsIn(domain, order.texts)
  const { model, seconds = longestUsual(order.asked.model) } = order.asked
  const outline = plainOutline(model, { knownUsage: usageFor(domain, caller, model, seconds) })
  const call: Call = { ...callOf({ endpoint, headers: request.headers }, { method: 'POST', path: '' }, model), outline }
  trace.asks(caller, outline)
  await asOneCall(domain, caller, async () => {
    const admission = await admit(domain, caller, call)
    trace.mark('hold')
    try {
      const taken = await handInWhere(domain, { caller, call, trace }, (channel, key) =>
        askOne(parts, { asked, call, order }, channel, key),
      )
      trace.mark('upstream')
      const task = await keep(domain, { asked, caller, call, order, admission, taken })
      trace.mark('settle')
      sendTold(asked, 200, toldVideo(task))
    } finally {
      domain.ledger.release(admission.hold)
    }
  })
}

const askOne = async (
  parts: SubmitParts,
  { asked, call, order }: { asked: Asked; call: Call; order: VideoOrder },
  channel: Channel,
  key: string,
): Promise<Taken> => {
  const { endpoint, request: client } = asked
  const platform = videoPlatformOf(providerOf(channel.type))
  if (platform === undefined) throw new ProtocolError('model', 'is not served in this way by its channel')
  const { model } = call.outline
  const ask = order.askOf(platform, upstreamModelOf(channel, model))
  const { bytes, contentType } = bytesOfAsk(ask, channel.paramOverride)
  const own = { ...callOf({ endpoint, headers: client.headers }, ask, model), contentType }
  const read = (answer: unknown) => platform.begun(answer, model)
  const { request, result: begun } = await askUpstream(parts, { call: own, channel, key, bytes }, read)
  return { begun, platform, channel, key, request }
}

type Kept = { asked: Asked; caller: Caller; call: Call; order: VideoOrder; admission: Admission; taken: Taken }

/** Written down with the charge it stands for, and then that is settled. */
const keep = async (domain: SubmitParts['domain'], kept: Kept): Promise<Task> => {
  const { asked, caller, call, order, admission, taken } = kept
  const { channel, key, platform, request, begun } = taken
  const { outcome, taskId, ...news } = begun
  const { model } = order.asked
  const seconds = order.asked.seconds ?? toldSeconds(begun) ?? platform.usualSeconds(request.model)
  const usage = usageFor(domain, caller, model, seconds)
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

/** By the second where its model is priced so, and otherwise by the piece. */
const usageFor = (
  { options, pool }: SubmitParts['domain'],
  { group }: Caller,
  model: string,
  seconds: number,
): Usage => {
  const bySecond = options.get('ModelsPricedBySecond')
  const isBySecond = bySecond.includes(model) || bySecond.includes(pool.bareName(group, model))
  return usageOf({ calls: isBySecond ? seconds : 1 })
}

const longestUsual = (model: string): number => Math.max(...videoPlatforms.map((each) => each.usualSeconds(model)))

/** What its upstream says that it makes, where the client left that to it. */
const toldSeconds = ({ data }: VideoBegun): number | undefined => {
  try {
    return secondsOf(data.seconds)
  } catch {
    return undefined
  }
}
