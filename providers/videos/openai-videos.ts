import { isObject, type JsonObject, objectAt } from '#protocols/json/json.ts'
import { percentOf, textOr, timeAt } from '#protocols/task-platform.ts'
import { idIn, reasonIn, type VideoPlatform, videoBasics, videoNews } from '#protocols/video-platform.ts'

/** The dialect in which clients ask for films, spoken by its own maker and whoever does as it does. */
export const openaiVideos: VideoPlatform = {
  ...videoBasics,
  name: 'openai-videos',
  vendors: ['openai'],
  usualSeconds: () => 4,
  begun: (answer) => ({ ...newsOf(answer), taskId: idIn(answer, 'id') }),
  poll: {
    mostAtOnce: 1,
    ask: ([id = '']) => ({ method: 'GET', path: pathOf(id) }),
    read: (answer) => [{ ...newsOf(answer), taskId: idIn(answer, 'id') }],
  },
  place: ({ taskId }, variant) => ({ kind: 'kept', path: `${pathOf(taskId)}/content?variant=${variant}` }),
  follow: {
    remix: (id, body) => ({ method: 'POST', path: `${pathOf(id)}/remix`, body }),
    edit: (id, body) => ({ method: 'POST', path: '/v1/videos/edits', body: { ...body, video: { id } } }),
    extend: (id, body) => ({ method: 'POST', path: '/v1/videos/extensions', body: { ...body, video: { id } } }),
  },
  remove: (id) => ({ method: 'DELETE', path: pathOf(id) }),
}

const pathOf = (id: string): string => `/v1/videos/${encodeURIComponent(id)}`

const newsOf = (answer: unknown) => {
  const video: JsonObject = isObject(answer) ? answer : {}
  const times = { startTime: 0, finishTime: timeAt(video, 'completed_at', 1000) }
  switch (textOr(video.status)) {
    case 'completed':
      return videoNews('SUCCESS', video, times)
    case 'failed':
      return videoNews('FAILURE', video, { ...times, failReason: reasonIn(objectAt(video, 'error')) })
    case 'in_progress':
      return videoNews('IN_PROGRESS', video, { progress: percentOf(video.progress) })
    default:
      return videoNews('QUEUED', video)
  }
}
