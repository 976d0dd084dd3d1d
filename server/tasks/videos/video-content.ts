import { ApplicationError } from '#contract/errors.ts'
import type { VideoPlace, VideoVariant } from '#protocols/video-platform.ts'
import { readVariant } from '#protocols/videos.ts'
import { videoPlatforms } from '#providers/videos/index.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import { keyAt } from '../../domain/channels/channel-pool.ts'
import type { Task } from '../../domain/tasks/task.ts'
import type { VideoEndpoint } from '../../relay/endpoints.ts'
import type { TaskCall } from '../../relay/task-paths.ts'
import { traceHeaders } from '../../relay/trace.ts'
import { askUpstream } from '../ask-upstream.ts'
import { type OpenMedium, openAddress } from '../open-address.ts'
import { passedHeaders, passedStatuses, rangeOf } from '../range.ts'
import type { SubmitParts } from '../submit.ts'
import { callOf } from '../task-call.ts'
import { openKept } from './open-video.ts'
import { videoPlatformNames } from './told-video.ts'

type Asked = TaskCall<VideoEndpoint>

/** What was made, as it comes from where it is, or the part of it that is asked for. */
export const sendVideo = async (parts: SubmitParts, asked: Asked, task: Task): Promise<void> => {
  const { request, response, trace } = asked
  if (task.isOpen) throw new ApplicationError('video_unfinished', { id: task.taskId })
  const variant = readVariant(queryOf(asked).get('variant'))
  const opened = await openVideo(parts, asked, task, variant)
  const type = typeOf(opened, variant)
  if (opened.status === 404 || type === undefined || !passedStatuses.has(opened.status)) {
    opened.abandon()
    throw missing(task)
  }
  const head = [
    'content-type',
    type,
    ...passedHeaders(opened),
    'cache-control',
    'private, max-age=3600',
    ...traceHeaders(trace),
  ]
  if (request.method === 'HEAD') {
    opened.abandon()
    response.writeHead(opened.status, head)
    response.end()
  } else await opened.pass(response, head)
}

/** The same for whoever has an address that was signed here and is still good. */
export const showVideo = async (parts: SubmitParts, asked: Asked): Promise<void> => {
  const { domain } = parts
  const wanted = domain.taskMedia.read(queryOf(asked))
  if (wanted === undefined) throw new ApplicationError('address_expired')
  const task = await domain.tasks.findById(wanted.id)
  if (task === undefined || !videoPlatformNames.includes(task.platform) || task.taskId !== asked.endpoint.parameter) {
    throw new ApplicationError('thing_missing', { place: 'video_id', id: asked.endpoint.parameter.slice(0, 128) })
  }
  await sendVideo(parts, asked, task)
}

const openVideo = async (
  parts: SubmitParts,
  { endpoint, request }: Asked,
  task: Task,
  variant: VideoVariant,
): Promise<OpenMedium> => {
  const place = placeOf(task, variant)
  const channel = parts.domain.pool.find(task.channelId)
  if (place === undefined) throw missing(task)
  const range = rangeOf(request.headers.range)
  if (place.kind === 'address') return openAddress(parts, { url: place.url, channel, range })
  if (channel === undefined || !channel.enabled) {
    throw new ApplicationError('thing_channel_gone', { place: 'video_id', id: task.taskId })
  }
  const key = keyAt(channel, task.keyPlace)
  const callFor = (ask: Parameters<typeof callOf>[1]) => callOf({ endpoint, headers: {} }, ask, '')
  if (place.kind === 'kept') {
    return openKept(parts, { call: callFor({ method: 'GET', path: place.path }), channel, key, range })
  }
  const url = await addressFrom(parts, { call: callFor(place.ask), channel, key, place })
  if (url === undefined) throw missing(task)
  return openAddress(parts, { url, channel, range })
}

type AskedPlace = Extract<VideoPlace, { kind: 'asked' }>

const addressFrom = async (
  parts: SubmitParts,
  { call, channel, key, place }: { call: ReturnType<typeof callOf>; channel: Channel; key: string; place: AskedPlace },
): Promise<string | undefined> => (await askUpstream(parts, { call, channel, key }, place.read)).result

const placeOf = (task: Task, variant: VideoVariant): VideoPlace | undefined => {
  const platform = videoPlatforms.find(({ name }) => name === task.platform)
  return task.status === 'SUCCESS' ? platform?.place(task, variant) : undefined
}

const missing = ({ taskId }: Task) => new ApplicationError('thing_missing', { place: 'video_id', id: taskId })

const queryOf = ({ request: { url = '' } }: Asked) => new URLSearchParams(url.slice(url.indexOf('?') + 1))

/** What a browser shows without running anything in it; stores call it anything, and pages are not passed on. */
const typeOf = ({ header }: OpenMedium, variant: VideoVariant): string | undefined => {
  const told = (header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (/^(?:video\/[\w.+-]+|image\/(?:png|jpeg|webp))$/.test(told)) return told
  if (told !== '' && !/^(?:application|binary)\/octet-stream$/.test(told)) return undefined
  return variant === 'video' ? 'video/mp4' : 'image/jpeg'
}
