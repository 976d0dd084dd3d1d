import { ApplicationError } from '#contract/errors.ts'
import { ProtocolError } from '#protocols/failure.ts'
import { filmOfFile, operationIn } from '#protocols/video-operations.ts'
import { videoPlatforms } from '#providers/videos/index.ts'
import { keyAt } from '../../domain/channels/channel-pool.ts'
import type { Task } from '../../domain/tasks/task.ts'
import type { Caller } from '../../relay/authenticate.ts'
import { readObject } from '../../relay/call.ts'
import { usualVideoEndpoint, type VideoEndpoint } from '../../relay/endpoints.ts'
import { AttemptFailure } from '../../relay/failure.ts'
import type { TaskCall } from '../../relay/task-paths.ts'
import { askUpstream } from '../ask-upstream.ts'
import { sendTold } from '../send-told.ts'
import type { SubmitParts } from '../submit.ts'
import { callOf } from '../task-call.ts'
import { createVideo } from './create-video.ts'
import { followVideo } from './follow-video.ts'
import { findVideo, toldIn, toldVideo, videoPlatformNames } from './told-video.ts'
import { sendVideo } from './video-content.ts'

type Asked = TaskCall<VideoEndpoint>

/** Answers for films: those of the caller, and nobody else's. */
export const answerVideo = async (parts: SubmitParts, told: Asked, caller: Caller): Promise<void> => {
  const asked = told.endpoint.words === 'operation' ? inUsualWords(told) : told
  switch (asked.endpoint.act) {
    case 'create':
      return createVideo(parts, asked, caller)
    case 'remix':
    case 'edit':
    case 'extend':
      return followVideo(parts, asked, caller, asked.endpoint.act)
    case 'fetch':
      return tellFetched(parts, asked, caller)
    case 'list':
      return listVideos(parts, asked, caller)
    case 'delete':
      return deleteVideo(parts, asked, await findVideo(parts.domain, asked.endpoint.parameter, caller))
    case 'content':
      return sendVideo(parts, asked, await findVideo(parts.domain, asked.endpoint.parameter, caller))
    default:
      return tellOne(parts, asked, await findVideo(parts.domain, asked.endpoint.parameter, caller))
  }
}

/** As it was when it was looked at last; whoever asks has it looked at soon. */
const tellOne = (parts: SubmitParts, asked: Asked, task: Task): void => {
  if (task.isOpen) parts.domain.tasks.watch([task.id])
  sendTold(asked, 200, toldIn(parts, asked, task))
}

/** What a client says in other words is asked of upstreams, and told by them, as everybody else's. */
const inUsualWords = (asked: Asked): Asked => {
  const { act, parameter } = asked.endpoint
  const film = act === 'content' ? filmOfFile(parameter) : parameter
  return { ...asked, endpoint: { ...usualVideoEndpoint(asked.endpoint), parameter: film } }
}

/** The same as one that is told, but named in the body. */
const tellFetched = async (parts: SubmitParts, asked: Asked, caller: Caller): Promise<void> => {
  const { operationName } = await asked.withRoom(caller, (room) => readObject(asked.request, room))
  tellOne(parts, asked, await findVideo(parts.domain, operationIn(operationName), caller))
}

const listVideos = async ({ domain }: SubmitParts, asked: Asked, { userId }: Caller): Promise<void> => {
  const { url = '' } = asked.request
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1))
  const limit = Number(query.get('limit') ?? usuallyListed)
  if (!Number.isInteger(limit) || limit < 1 || limit > mostListed) {
    throw new ProtocolError('limit', `must be a whole number from 1 to ${mostListed}`)
  }
  const newer = query.get('order') === 'asc'
  const owner = { userId, platform: videoPlatformNames }
  const after = query.get('after')
  const last = after === null ? undefined : await domain.tasks.find(owner, after)
  if (after !== null && last === undefined) {
    throw new ApplicationError('thing_missing', { place: 'after', id: after.slice(0, 128) })
  }
  const beyond = last === undefined ? (newer ? { id: 0, newer } : undefined) : { id: last.id, newer }
  const found = await domain.tasks.list(owner, { beyond, limit: limit + 1 })
  const page = (newer ? found.toReversed() : found).slice(0, limit)
  const ends = { first_id: page[0]?.taskId ?? null, last_id: page.at(-1)?.taskId ?? null }
  sendTold(asked, 200, { object: 'list', data: page.map(toldVideo), ...ends, has_more: found.length > limit })
}

const usuallyListed = 20
const mostListed = 100

/** One that is being made is paid back or not by what comes of it: it stays until then. */
const deleteVideo = async (parts: SubmitParts, asked: Asked, task: Task): Promise<void> => {
  const { domain } = parts
  const { taskId } = task
  if (task.isOpen || task.owes) throw new ApplicationError('video_unfinished', { id: taskId })
  const ask = videoPlatforms.find(({ name }) => name === task.platform)?.remove?.(taskId)
  const channel = domain.pool.find(task.channelId)
  if (ask !== undefined && channel?.enabled === true) {
    const call = callOf({ endpoint: asked.endpoint, headers: asked.request.headers }, ask, '')
    const asking = askUpstream(parts, { call, channel, key: keyAt(channel, task.keyPlace) }, (told) => told)
    // It may be gone already.
    await asking.catch((error: unknown) => {
      if (!(error instanceof AttemptFailure) || error.status !== 404) throw error
    })
  }
  await domain.tasks.remove(task)
  sendTold(asked, 200, { id: taskId, object: 'video.deleted', deleted: true })
}
