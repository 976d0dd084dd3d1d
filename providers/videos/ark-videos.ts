import { ProtocolError } from '#protocols/failure.ts'
import { isObject, type JsonObject, objectAt, textAt } from '#protocols/json/json.ts'
import { type TaskNews, textOr, timeAt } from '#protocols/task-platform.ts'
import {
  chosen,
  idIn,
  present,
  reasonIn,
  resolutionOf,
  shapeOf,
  type VideoPlatform,
  videoBasics,
  videoNews,
} from '#protocols/video-platform.ts'

const tasks = '/api/v3/contents/generations/tasks'

/** Films as tasks that generate contents; many are asked about at once. */
export const arkVideos: VideoPlatform = {
  ...videoBasics,
  name: 'ark-videos',
  vendors: ['volcengine', 'byteplus'],
  usualSeconds: () => 5,
  write: ({ model, prompt, picture, seconds, size, rest }) => ({
    method: 'POST',
    path: tasks,
    body: {
      ...chosen(rest, ['seed', 'watermark', 'camera_fixed', 'generate_audio', 'return_last_frame']),
      model,
      content: [
        { type: 'text', text: withoutCommands(prompt) },
        ...(picture === undefined ? [] : [{ type: 'image_url', image_url: { url: picture }, role: 'first_frame' }]),
      ],
      ...present({ duration: seconds, ratio: size && shapeOf(size), resolution: size && resolutionOf(size) }),
    },
  }),
  begun: (answer) => ({ ...videoNews('QUEUED', isObject(answer) ? answer : {}), taskId: idIn(answer, 'id') }),
  poll: {
    mostAtOnce: 50,
    ask: (ids) => ({
      method: 'GET',
      path: `${tasks}?page_num=1&page_size=${ids.length}${ids.map((id) => `&filter.task_ids=${encodeURIComponent(id)}`).join('')}`,
    }),
    read: (answer) => {
      const items: unknown = isObject(answer) ? answer.items : undefined
      if (!Array.isArray(items)) throw new ProtocolError('answer', 'lists no tasks')
      return items.filter(isObject).map((item) => ({ ...newsOf(item), taskId: idIn(item, 'id') }))
    },
  },
  place: ({ data }, variant) => {
    const content = objectAt(data, 'content')
    const url =
      variant === 'video'
        ? textAt(content, 'video_url')
        : variant === 'thumbnail'
          ? textAt(content, 'last_frame_url')
          : undefined
    return url === undefined ? undefined : { kind: 'address', url }
  },
}

/** Words in a prompt would make a film longer or larger than what is paid for. */
const withoutCommands = (prompt: string): string =>
  prompt.replace(/--(?:dur|duration|frames|rs|resolution)(?:\s+|=)\S+/gi, '').trim()

const newsOf = (task: JsonObject): TaskNews => {
  const finishTime = timeAt(task, 'updated_at', 1000)
  switch (textOr(task.status)) {
    case 'succeeded':
      return videoNews('SUCCESS', task, { finishTime })
    case 'failed':
    case 'cancelled':
    case 'expired':
      return videoNews('FAILURE', task, { finishTime, failReason: reasonIn(objectAt(task, 'error')) })
    case 'running':
      return videoNews('IN_PROGRESS', task)
    default:
      return videoNews('QUEUED', task)
  }
}
