import * as z from 'zod/mini'
import { ApplicationError } from '#contract/errors.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import { type AskedVideo, tellVideo } from '#protocols/videos.ts'
import { videoPlatforms } from '#providers/videos/index.ts'
import type { Domain } from '../../domain/domain.ts'
import type { Task } from '../../domain/tasks/task.ts'
import type { Caller } from '../../relay/authenticate.ts'

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
