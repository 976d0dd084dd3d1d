import { type Medium, type TaskPlatform, TaskRefused } from '#protocols/task-platform.ts'
import type { Domain } from '../domain/domain.ts'
import type { Outbound } from '../lib/outbound/outbound.ts'
import type { TaskCall } from '../relay/task-paths.ts'
import { traceHeaders } from '../relay/trace.ts'
import { openAddress } from './open-address.ts'
import { passedHeaders, passedStatuses, rangeOf } from './range.ts'

type Parts = { domain: Pick<Domain, 'log' | 'pool' | 'tasks' | 'taskMedia'>; outbound: Outbound }

/** Shows what a task has made to whoever has an address of it that was signed here and is still good. */
export const showMedium = async (parts: Parts, { endpoint, request, response, trace }: TaskCall): Promise<void> => {
  const { domain } = parts
  const { url = '' } = request
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1))
  const wanted = domain.taskMedia.read(query)
  if (wanted === undefined) throw new TaskRefused('address_invalid_or_expired', 403)
  const { medium, channelId, isOpen } = await findMedium(domain, endpoint.task.platform, wanted, endpoint.parameter)
  const opening = { url: medium.url, channel: domain.pool.find(channelId), range: rangeOf(request.headers.range) }
  const opened = await openAddress(parts, opening).catch((error: unknown) => {
    domain.log.debug('what a task made could not be fetched', { task: wanted.id, error })
    throw unavailable()
  })
  const type = (opened.header('content-type') ?? usualType[medium.kind]).split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (!passedStatuses.has(opened.status) || !seenTypes.test(type)) {
    opened.abandon()
    throw unavailable()
  }
  // A picture in the making is another one soon.
  const keeping = isOpen ? 'no-store' : 'private, max-age=3600'
  const head = ['content-type', type, ...passedHeaders(opened), 'cache-control', keeping, ...traceHeaders(trace)]
  if (request.method === 'HEAD') {
    opened.abandon()
    response.writeHead(opened.status, head)
    response.end()
  } else await opened.pass(response, head)
}

const findMedium = async (
  { tasks }: Pick<Domain, 'tasks'>,
  platform: TaskPlatform,
  { id, place }: { id: number; place: number },
  taskId: string,
): Promise<{ medium: Medium; channelId: number; isOpen: boolean }> => {
  const task = await tasks.findById(id)
  const isNamed = task?.platform === platform.name && task.taskId === taskId
  const medium = isNamed ? platform.media(task.data)[place] : undefined
  if (task === undefined || medium === undefined) throw new TaskRefused(platform.words.missing)
  return { medium, channelId: task.channelId, isOpen: task.isOpen }
}

const unavailable = () => new TaskRefused('medium_unavailable', 502)

const usualType: Readonly<Record<Medium['kind'], string>> = {
  image: 'image/jpeg',
  audio: 'audio/mpeg',
  video: 'video/mp4',
}

/** What a browser shows without running anything in it. */
const seenTypes = /^(?:image\/(?:png|jpeg|webp|gif|avif)|audio\/[\w.+-]+|video\/[\w.+-]+)$/
