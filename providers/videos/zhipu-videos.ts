import { isObject, type JsonObject, textAt } from '#protocols/json/json.ts'
import { type TaskNews, textOr } from '#protocols/task-platform.ts'
import {
  chosen,
  idIn,
  present,
  reasonIn,
  type VideoPlatform,
  videoBasics,
  videoNews,
} from '#protocols/video-platform.ts'

/** Films of which nothing is heard but that they are made, or are there. */
export const zhipuVideos: VideoPlatform = {
  ...videoBasics,
  name: 'zhipu-videos',
  vendors: ['zhipu', 'zai'],
  usualSeconds: () => 5,
  write: ({ model, prompt, picture, seconds, size, rest }) => ({
    method: 'POST',
    path: '/api/paas/v4/videos/generations',
    body: {
      ...chosen(rest, ['quality', 'with_audio', 'fps']),
      model,
      prompt,
      ...present({ image_url: picture, duration: seconds, size: size && `${size.width}x${size.height}` }),
    },
  }),
  begun: (answer) => ({ ...newsOf(answer), taskId: idIn(answer, 'id') }),
  poll: {
    mostAtOnce: 1,
    ask: ([id = '']) => ({ method: 'GET', path: `/api/paas/v4/async-result/${encodeURIComponent(id)}` }),
    // It may leave out of which it speaks: only one was asked about.
    read: (answer, [id = '']) => [{ ...newsOf(answer), taskId: id }],
  },
  place: ({ data }, variant) => {
    const [film] = Array.isArray(data.video_result) ? data.video_result : []
    const url =
      variant === 'video' ? textAt(film, 'url') : variant === 'thumbnail' ? textAt(film, 'cover_image_url') : undefined
    return url === undefined ? undefined : { kind: 'address', url }
  },
}

const newsOf = (answer: unknown): TaskNews => {
  const data: JsonObject = isObject(answer) ? answer : {}
  switch (textOr(data.task_status)) {
    case 'SUCCESS':
      return videoNews('SUCCESS', data)
    case 'FAIL':
      return videoNews('FAILURE', data, { failReason: reasonIn(data.error ?? data) })
    default:
      return videoNews('IN_PROGRESS', data)
  }
}
