import { AnswerFailed, ProtocolError } from '#protocols/failure.ts'
import { isObject, type JsonObject, objectAt, textAt } from '#protocols/json/json.ts'
import { type TaskNews, textOr } from '#protocols/task-platform.ts'
import {
  chosen,
  idIn,
  present,
  type VideoPlatform,
  type VideoSize,
  videoBasics,
  videoNews,
} from '#protocols/video-platform.ts'
import { problemInAnswer } from '../minimax-problems.ts'

/** Films that become files, which are then asked for by their ids. */
export const minimaxVideos: VideoPlatform = {
  ...videoBasics,
  name: 'minimax-videos',
  vendors: ['minimax', 'minimax-international'],
  usualSeconds: () => 6,
  write: ({ model, prompt, picture, seconds, size, rest }) => ({
    method: 'POST',
    path: '/v1/video_generation',
    body: {
      ...chosen(rest, ['prompt_optimizer', 'last_frame_image', 'subject_reference']),
      model,
      prompt,
      ...present({ first_frame_image: picture, duration: seconds, resolution: size && resolutionOf(size) }),
    },
  }),
  begun: (answer) => ({ ...videoNews('QUEUED', succeeded(answer)), taskId: idIn(answer, 'task_id') }),
  poll: {
    mostAtOnce: 1,
    ask: ([id = '']) => ({ method: 'GET', path: `/v1/query/video_generation?task_id=${encodeURIComponent(id)}` }),
    read: (answer, [id = '']) => [{ ...newsOf(succeeded(answer)), taskId: id }],
  },
  place: ({ data }, variant) =>
    variant === 'video'
      ? {
          kind: 'asked',
          ask: { method: 'GET', path: `/v1/files/retrieve?file_id=${encodeURIComponent(idIn(data, 'file_id'))}` },
          read: (answer) => textAt(objectAt(succeeded(answer), 'file'), 'download_url'),
        }
      : undefined,
}

/** It has names of its own for them, and no other. */
const resolutionOf = ({ width, height }: VideoSize): string =>
  Math.min(width, height) >= 1000 ? '1080P' : Math.min(width, height) >= 700 ? '768P' : '512P'

/** What it refuses it refuses in answers of success. */
const succeeded = (answer: unknown): JsonObject => {
  const problem = problemInAnswer(answer)
  if (problem !== undefined) throw new AnswerFailed(problem)
  if (!isObject(answer)) throw new ProtocolError('answer', 'is no object')
  return answer
}

const newsOf = (task: JsonObject): TaskNews => {
  switch (textOr(task.status)) {
    case 'Success':
      return videoNews('SUCCESS', task)
    case 'Fail':
      return videoNews('FAILURE', task, { failReason: 'the video failed' })
    case 'Processing':
      return videoNews('IN_PROGRESS', task)
    default:
      return videoNews('QUEUED', task)
  }
}
