import { ApplicationError } from '#contract/errors.ts'
import { ProtocolError } from '#protocols/failure.ts'
import { isObject, type JsonObject, textAt } from '#protocols/json/json.ts'
import type { VideoFollowing, VideoPlatform } from '#protocols/video-platform.ts'
import { secondsOf } from '#protocols/videos.ts'
import type { Caller } from '../../relay/authenticate.ts'
import { readPassedBody } from '../../relay/call.ts'
import type { VideoEndpoint } from '../../relay/endpoints.ts'
import type { TaskCall } from '../../relay/task-paths.ts'
import { followerOf } from '../follower.ts'
import type { SubmitParts } from '../submit.ts'
import { handInVideo } from './create-video.ts'
import { askedOf, findVideo } from './told-video.ts'
import type { VideoOrder } from './video-wish.ts'

type Asked = TaskCall<VideoEndpoint>

const actions = { remix: 'REMIX', edit: 'EDIT', extend: 'EXTENSION' } as const satisfies Record<
  VideoFollowing,
  VideoOrder['action']
>

/** Makes another film of one that is finished: only the account that made it knows it. */
export const followVideo = (parts: SubmitParts, asked: Asked, caller: Caller, how: VideoFollowing): Promise<void> =>
  asked.withRoom(caller, async (room) => {
    const { domain } = parts
    const { body } = await readPassedBody(asked.endpoint, asked.request, room)
    const { prompt } = body
    if (typeof prompt !== 'string' || prompt === '') throw new ProtocolError('prompt', 'must be a non-empty text')
    const origin = await findVideo(domain, how === 'remix' ? asked.endpoint.parameter : idIn(body), caller)
    const follower = followerOf(domain, caller, origin)
    if (follower === undefined) {
      throw new ApplicationError('thing_channel_gone', { place: 'video_id', id: origin.taskId })
    }
    if (origin.isOpen) throw new ApplicationError('video_unfinished', { id: origin.taskId })
    const before = askedOf(origin)
    // What is put behind it is what is made and paid for.
    const seconds = how === 'extend' ? secondsToAdd(body) : before.seconds
    await handInVideo(parts, asked, follower, {
      action: actions[how],
      asked: { ...before, seconds, remixedFrom: how === 'remix' ? origin.taskId : undefined },
      prompt,
      texts: [prompt],
      body: { prompt },
      askOf: (platform: VideoPlatform) => {
        const follow = platform.follow?.[how]
        if (follow === undefined) throw new ProtocolError('video_id', 'is of a model that makes no remixes')
        return follow(origin.taskId, { prompt, ...(how === 'extend' ? { seconds: String(seconds) } : {}) })
      },
    })
  })

/** Named as JSON or in a form; a film that is brought along is not taken. */
const idIn = (body: JsonObject): string => {
  const id = isObject(body.video) ? textAt(body.video, 'id') : body['video[id]']
  if (typeof id !== 'string' || id === '') {
    throw new ProtocolError('video', 'must be { "id" } of a video that was made here')
  }
  return id
}

const secondsToAdd = ({ seconds: told }: JsonObject): number => {
  const seconds = secondsOf(told)
  if (seconds === undefined) throw new ProtocolError('seconds', 'must say how much longer it is to be')
  return seconds
}
