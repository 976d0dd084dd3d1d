import { textAt } from '../../json/json.ts'
import { readError } from '../../openai-chat/error.ts'
import type { TaskPlatform } from '../../task-platform.ts'
import { mediaOf, readSubmitted, readTasks, writeTask } from './answers.ts'
import { readWish, submitPaths } from './read-wish.ts'

/** Speeds have paths of their own, in which the word before is the client's. */
const below = (rest: string): RegExp => new RegExp(`^(?:/[^/]+)?/mj${rest}$`)

/** Drawings, in the way of the proxies that made them a service. */
export const midjourney: TaskPlatform = {
  name: 'mj',
  operation: 'drawing_task',
  list: 'drawings',
  paths: /^(?:\/(?!api\/)[^/]+)?\/mj(?:\/|$)/,
  rows: [
    ...submitPaths.map((place) => ({
      method: 'POST' as const,
      path: below(place),
      act: { kind: 'submit' as const, action: place },
    })),
    { method: 'GET', path: below('/task/([^/]+)/fetch'), act: { kind: 'one' } },
    { method: 'GET', path: below('/task/([^/]+)/image-seed'), act: { kind: 'ask' } },
    { method: 'POST', path: below('/task/list-by-condition'), act: { kind: 'many' } },
    { method: 'GET', path: below('/image/([^/]+)'), act: { kind: 'media' } },
    { method: 'POST', path: below('/notify'), act: { kind: 'notice' } },
  ],
  keyHeader: 'mj-api-secret',
  givesUpAfterSeconds: 3600,
  words: { missing: 'task_no_found', channelGone: 'task_channel_disabled', notDone: 'task_status_not_success' },
  read: readWish,
  submitted: readSubmitted,
  poll: {
    mostAtOnce: 100,
    ask: (ids) => ({ method: 'POST', path: '/mj/task/list-by-condition', body: { ids } }),
    read: readTasks,
  },
  question: (taskId) => ({ method: 'GET', path: `/mj/task/${encodeURIComponent(taskId)}/image-seed` }),
  write: { task: writeTask, one: (task) => task, many: (tasks) => tasks },
  hidesMedia: (option) => option('MjForwardUrlEnabled') === true,
  media: mediaOf,
  mediaPath: (taskId) => `/mj/image/${encodeURIComponent(taskId)}`,
  noticePath: '/mj/notify',
  noticed: (body) => textAt(body, 'id'),
  error: {
    read: readError,
    write: ({ status, message }) =>
      Buffer.from(
        JSON.stringify({
          description: message,
          type: 'upstream_error',
          code: status === 429 ? 30 : status < 500 ? 4 : 5,
        }),
      ),
  },
}
