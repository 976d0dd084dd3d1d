import type { Medium } from '#protocols/task-platform.ts'
import { taskPlatforms } from '#protocols/tasks/index.ts'
import { videoPlatforms } from '#providers/videos/index.ts'
import type { Task } from './task.ts'
import type { TaskMedia } from './task-media.ts'

/** Where what a task has made is seen through us, below our own address and in its order. */
export const mediaAddresses = (taskMedia: TaskMedia, task: Task): Medium[] => {
  const platform = taskPlatforms.find(({ name }) => name === task.platform)
  if (platform === undefined) return videoAddress(taskMedia, task)
  // A picture in the making is another one each time.
  const state = task.isOpen ? `&progress=${task.progress.replace('%', '')}` : ''
  return platform.media(task.data).map(({ kind }, place) => ({
    kind,
    url: `${platform.mediaPath(task.taskId)}?${taskMedia.sign({ id: task.id, place })}${state}`,
  }))
}

/** A film is seen once it is finished, whoever made it. */
const videoAddress = (taskMedia: TaskMedia, { id, taskId, platform, status }: Task): Medium[] =>
  status === 'SUCCESS' && videoPlatforms.some(({ name }) => name === platform)
    ? [{ kind: 'video', url: `/v1/videos/${encodeURIComponent(taskId)}/media?${taskMedia.sign({ id, place: 0 })}` }]
    : []
