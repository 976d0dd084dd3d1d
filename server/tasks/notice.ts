import { TaskRefused } from '#protocols/task-platform.ts'
import type { Domain } from '../domain/domain.ts'
import { readObject } from '../relay/call.ts'
import type { TaskCall } from '../relay/task-paths.ts'
import { sendTold } from './send-told.ts'

type Parts = { domain: Pick<Domain, 'tasks' | 'taskMedia'>; pollNow: () => Promise<void> }

/**
 * An upstream says that there is something new of a task. Only its channel's own address is believed, and what it says
 * only so far that the upstream is asked at once: what stands in a notice is taken for nothing.
 */
export const takeNotice = async ({ domain, pollNow }: Parts, asked: TaskCall): Promise<void> => {
  const { endpoint, request } = asked
  const { platform } = endpoint.task
  const { url = '' } = request
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1))
  const channelId = Number(query.get('channel'))
  if (!Number.isSafeInteger(channelId) || !domain.taskMedia.isNoticeKey(channelId, query.get('key') ?? '')) {
    throw new TaskRefused('notice_key_wrong', 401)
  }
  const body = await asked.withRoom({ userId: 0, tokenId: 0 }, (room) => readObject(request, room))
  const taskId = platform.noticed?.(body)
  const isKnown = taskId !== undefined && (await domain.tasks.hasten({ channelId, platform: platform.name, taskId }))
  sendTold(asked, 200, isKnown ? { code: 1, description: '' } : { code: 4, description: platform.words.missing })
  if (isKnown) await pollNow()
}
