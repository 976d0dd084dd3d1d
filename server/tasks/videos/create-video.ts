import { ProtocolError } from '#protocols/failure.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import { plainOutline } from '#protocols/passed-request.ts'
import { providerOf } from '#providers/index.ts'
import { videoPlatforms } from '#providers/videos/index.ts'
import { videoPlatformOf } from '#providers/with-videos.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import { upstreamModelOf } from '../../domain/channels/channel-pool.ts'
import { admit } from '../../relay/admit.ts'
import type { Caller } from '../../relay/authenticate.ts'
import type { Call } from '../../relay/call.ts'
import { checkWordsIn } from '../../relay/check-words.ts'
import { demandsOf } from '../../relay/demands.ts'
import type { VideoEndpoint } from '../../relay/endpoints.ts'
import type { TaskCall } from '../../relay/task-paths.ts'
import { askUpstream } from '../ask-upstream.ts'
import { asOneCall } from '../batches/hand-in.ts'
import { handInWhere } from '../hand-in-where.ts'
import { sendTold } from '../send-told.ts'
import type { SubmitParts } from '../submit.ts'
import { callOf } from '../task-call.ts'
import { keepVideo, type TakenVideo, usageOfVideo } from './keep-video.ts'
import { toldIn } from './told-video.ts'
import { bytesOfAsk, readVideoOrder, type VideoOrder } from './video-wish.ts'

type Asked = TaskCall<VideoEndpoint>

/** A film is handed in to whichever channel makes such films: as any other task, but each in the words of its vendor. */
export const createVideo = (parts: SubmitParts, asked: Asked, caller: Caller): Promise<void> =>
  asked.withRoom(caller, async (room) => {
    const order = await readVideoOrder(asked.endpoint, asked.request, room)
    await handInVideo(parts, asked, caller, order)
  })

/** Held, given to a channel that makes such films, and written down with its charge. */
export const handInVideo = async (
  parts: SubmitParts,
  asked: Asked,
  caller: Caller,
  order: VideoOrder,
): Promise<void> => {
  const { domain } = parts
  const { endpoint, request, trace } = asked
  checkWordsIn(domain, order.texts)
  const { model, seconds = longestUsual(order.asked.model), size } = order.asked
  const outline = plainOutline(model, { knownUsage: usageOfVideo(domain, caller, { model, seconds, size }) })
  const call: Call = { ...callOf({ endpoint, headers: request.headers }, { method: 'POST', path: '' }, model), outline }
  trace.asks(caller, outline)
  await asOneCall(domain, caller, async () => {
    const admission = await admit(domain, caller, call)
    trace.mark('hold')
    try {
      const taken = await handInWhere(domain, { caller, call, trace }, (channel, key) =>
        askOne(parts, { asked, caller, call, order }, channel, key),
      )
      trace.mark('upstream')
      const task = await keepVideo(domain, { asked, caller, call, order, admission, taken })
      trace.mark('settle')
      sendTold(asked, 200, toldIn(parts, asked, task))
    } finally {
      domain.ledger.release(admission.hold)
    }
  })
}

const askOne = async (
  parts: SubmitParts,
  { asked, caller, call, order }: { asked: Asked; caller: Caller; call: Call; order: VideoOrder },
  channel: Channel,
  key: string,
): Promise<TakenVideo> => {
  const { endpoint, request: client } = asked
  const platform = videoPlatformOf(providerOf(channel.type))
  if (platform === undefined) throw new ProtocolError('model', 'is not served in this way by its channel')
  const { model } = call.outline
  const upstreamModel = upstreamModelOf(channel, model)
  if (platform.write === undefined)
    checkPassed(parts.domain, caller, channel, { body: order.body, upstreamModel, model, dialect: endpoint.protocol })
  const ask = order.askOf(platform, upstreamModel)
  const { bytes, contentType } = bytesOfAsk(ask, channel.paramOverride)
  const own = { ...callOf({ endpoint, headers: client.headers }, ask, model), contentType }
  const read = (answer: unknown) => platform.begun(answer, model)
  const { request, result: begun } = await askUpstream(parts, { call: own, channel, key, bytes }, read)
  return { begun, platform, channel, key, request }
}

type Passed = { body: JsonObject; upstreamModel: string; model: string; dialect: VideoEndpoint['protocol'] }

/** A film has one price, and one model that makes it. */
const checkPassed = (
  domain: SubmitParts['domain'],
  caller: Caller,
  channel: Channel,
  { body, upstreamModel, model, dialect }: Passed,
): void => {
  const asked = { body: { ...body, model: upstreamModel }, model: upstreamModel, asked: model }
  if (demandsOf(domain, caller, channel, { ...asked, dialect }) !== undefined)
    throw new ProtocolError('body', 'asks for what has a price of its own, which is not possible for a video')
}

const longestUsual = (model: string): number => Math.max(...videoPlatforms.map((each) => each.usualSeconds(model)))
