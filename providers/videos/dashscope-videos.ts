import { ProtocolError } from '#protocols/failure.ts'
import { isObject, type JsonObject, objectAt, textAt } from '#protocols/json/json.ts'
import { type TaskNews, textOr } from '#protocols/task-platform.ts'
import {
  chosen,
  idIn,
  present,
  reasonIn,
  resolutionOf,
  type VideoPlatform,
  type VideoWish,
  videoBasics,
  videoNews,
} from '#protocols/video-platform.ts'

/** Films as one of many kinds of tasks. */
export const dashscopeVideos: VideoPlatform = {
  ...videoBasics,
  name: 'dashscope-videos',
  vendors: ['dashscope', 'dashscope-international'],
  headers: ['x-dashscope-async', 'enable'],
  usualSeconds: () => 5,
  write: ({ model, prompt, picture, ...wish }) => ({
    method: 'POST',
    path: '/api/v1/services/aigc/video-generation/video-synthesis',
    body: {
      model,
      input: present({ prompt, img_url: picture, negative_prompt: wish.rest.negative_prompt }),
      parameters: parametersOf({ ...wish, picture }),
    },
  }),
  begun: (answer) => ({ ...newsOf(answer), taskId: idIn(outputOf(answer), 'task_id') }),
  poll: {
    mostAtOnce: 1,
    ask: ([id = '']) => ({ method: 'GET', path: `/api/v1/tasks/${encodeURIComponent(id)}` }),
    read: (answer) => [{ ...newsOf(answer), taskId: idIn(outputOf(answer), 'task_id') }],
  },
  place: ({ data }, variant) => {
    const url = variant === 'video' ? textAt(outputOf(data), 'video_url') : undefined
    return url === undefined ? undefined : { kind: 'address', url }
  },
}

/** What begins with a picture has that one's shape: there only its resolution is told. */
const parametersOf = ({ seconds, size, picture, rest }: Omit<VideoWish, 'model' | 'prompt'>): JsonObject => ({
  ...chosen(rest, ['prompt_extend', 'watermark', 'seed', 'audio']),
  ...present({
    duration: seconds,
    size: picture === undefined && size ? `${size.width}*${size.height}` : undefined,
    resolution: picture !== undefined && size ? resolutionOf(size).toUpperCase() : undefined,
  }),
})

const outputOf = (answer: unknown): JsonObject => {
  const output = objectAt(answer, 'output')
  if (output === undefined) throw new ProtocolError('answer', 'has no output')
  return output
}

const newsOf = (answer: unknown): TaskNews => {
  const data: JsonObject = isObject(answer) ? answer : {}
  const output = outputOf(answer)
  switch (textOr(output.task_status)) {
    case 'SUCCEEDED':
      return videoNews('SUCCESS', data)
    // It forgets its tasks after a day, and then says so.
    case 'UNKNOWN':
    case 'FAILED':
    case 'CANCELED':
      return videoNews('FAILURE', data, { failReason: reasonIn(output) })
    case 'RUNNING':
      return videoNews('IN_PROGRESS', data)
    default:
      return videoNews('QUEUED', data)
  }
}
