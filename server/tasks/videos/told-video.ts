import * as z from 'zod/mini'
import { ApplicationError } from '#contract/errors.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import { filmFileOf, tellVideoOperation } from '#protocols/video-operations.ts'
import { type AskedVideo, tellVideo } from '#protocols/videos.ts'
import { videoPlatforms } from '#providers/videos/index.ts'
import type { Domain } from '../../domain/domain.ts'
import { mediaAddresses } from '../../domain/tasks/media-addresses.ts'
import type { Task } from '../../domain/tasks/task.ts'
import type { Caller } from '../../relay/authenticate.ts'
import type { VideoEndpoint } from '../../relay/endpoints.ts'
import type { TaskCall } from '../../relay/task-paths.ts'
import { serverAddress } from '../server-address.ts'
import type { SubmitParts } from '../submit.ts'

/** Under these names films stand among the tasks. */
export const videoPlatformNames = videoPlatforms.map(({ name }) => name)

/** The caller's own film of this id. */
export const findVideo = async (
  { tasks }: Pick<Domain, 'tasks'>,
  id: string,
  { userId }: Pick<Caller, 'userId'>,
): Promise<Task> => {
  const task = await tasks.find({ userId, platform: videoPlatformNames }, id)
  if (task === undefined) throw new ApplicationError('thing_missing', { place: 'video_id', id: id.slice(0, 128) })
  return task
}

/** In the words in which its client asks. */
export const toldIn = (
  { domain, siteAddress }: Pick<SubmitParts, 'siteAddress' | 'domain'>,
  { endpoint }: Pick<TaskCall<VideoEndpoint>, 'endpoint'>,
  task: Task,
): JsonObject => {
  if (endpoint.words === 'film') return toldVideo(task)
  const site = serverAddress(domain, siteAddress)
  // One that was only just taken is told by its name alone.
  const [medium] = task.id === 0 ? [] : mediaAddresses(domain.taskMedia, task)
  const keyed = `${site}/v1beta/files/${filmFileOf(task.taskId)}:download?alt=media`
  const addresses = medium && { keyed, signed: site + medium.url }
  return tellVideoOperation({ ...task, model: askedOf(task).model, addresses })
}

export const toldVideo = (task: Task): JsonObject => tellVideo(task, askedOf(task))

export const askedOf = ({ asked }: Task): AskedVideo => ({
  seconds: undefined,
  size: undefined,
  remixedFrom: undefined,
  ...askedVideo.parse(asked ?? {}),
})

const askedVideo = z.object({
  model: z._default(z.string(), ''),
  seconds: z.optional(z.number()),
  size: z.optional(z.string()),
  remixedFrom: z.optional(z.string()),
})
