import { type Medium, type TaskPlatform, TaskRefused } from '#protocols/task-platform.ts'
import type { Channel } from '../domain/channels/channel.ts'
import type { Domain } from '../domain/domain.ts'
import type { Outbound } from '../lib/outbound/outbound.ts'
import type { OutboundReply } from '../lib/outbound/outbound-request.ts'
import type { TaskCall } from '../relay/task-paths.ts'
import { traceHeaders } from '../relay/trace.ts'

type Parts = { domain: Pick<Domain, 'log' | 'pool' | 'tasks' | 'taskMedia'>; outbound: Outbound }

/** Shows what a task has made to whoever has an address of it that was signed here and is still good. */
export const showMedium = async (parts: Parts, { endpoint, request, response, trace }: TaskCall): Promise<void> => {
  const { domain } = parts
  const { url = '' } = request
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1))
  const wanted = domain.taskMedia.read(query)
  if (wanted === undefined) throw new TaskRefused('address_invalid_or_expired', 403)
  const { medium, channelId, isOpen } = await findMedium(domain, endpoint.task.platform, wanted, endpoint.parameter)
  const reply = await fetchMedium(parts, medium.url, domain.pool.find(channelId)).catch((error: unknown) => {
    domain.log.debug('what a task made could not be fetched', { task: wanted.id, error })
    throw unavailable()
  })
  const type = (reply.headers['content-type'] ?? usualType[medium.kind]).split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (reply.status !== 200 || !seenTypes.test(type)) throw unavailable()
  // A picture in the making is another one soon.
  const keeping = isOpen ? 'no-store' : 'private, max-age=3600'
  const head = ['content-type', type, 'content-length', String(reply.body.length), 'cache-control', keeping]
  response.writeHead(200, [...head, ...traceHeaders(trace)])
  response.end(reply.body)
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

/**
 * The address is an upstream's word: it may lead to the public internet, and into private networks only where the
 * operator himself sent us, to that very server. Each redirect is held to the same.
 */
const fetchMedium = async (
  { outbound }: Pick<Parts, 'outbound'>,
  url: string,
  channel: Channel | undefined,
  redirects = mostRedirects,
): Promise<OutboundReply> => {
  const isChannels = channel !== undefined && URL.parse(url)?.origin === URL.parse(channel.baseUrl)?.origin
  const reply = await outbound.request({
    url,
    method: 'GET',
    policy: isChannels ? outbound.operator : { givenBy: 'user' },
    timeoutMs: longestFetchMs,
    maximumBytes: largestMedium,
    proxy: channel?.setting.proxy,
  })
  const next = reply.headers.location === undefined ? null : URL.parse(reply.headers.location, url)
  if (reply.status < 300 || reply.status >= 400 || next === null || redirects === 0) return reply
  return fetchMedium({ outbound }, next.href, channel, redirects - 1)
}

const unavailable = () => new TaskRefused('medium_unavailable', 502)

const mostRedirects = 3
const longestFetchMs = 60_000
const largestMedium = 64 * 1024 * 1024

const usualType: Readonly<Record<Medium['kind'], string>> = {
  image: 'image/jpeg',
  audio: 'audio/mpeg',
  video: 'video/mp4',
}

/** What a browser shows without running anything in it. */
const seenTypes = /^(?:image\/(?:png|jpeg|webp|gif|avif)|audio\/[\w.+-]+|video\/[\w.+-]+)$/
