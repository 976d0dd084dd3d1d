import { isObject, type JsonObject } from '#protocols/json/json.ts'
import { type TaskPlatform, TaskRefused } from '#protocols/task-platform.ts'
import { keyAt } from '../domain/channels/channel-pool.ts'
import type { Domain } from '../domain/domain.ts'
import { mediaAddresses } from '../domain/tasks/media-addresses.ts'
import type { Task } from '../domain/tasks/task.ts'
import type { Outbound } from '../lib/outbound/outbound.ts'
import type { Caller } from '../relay/authenticate.ts'
import { readObject } from '../relay/call.ts'
import type { TaskCall } from '../relay/task-paths.ts'
import { askUpstream } from './ask-upstream.ts'
import { sendTold } from './send-told.ts'
import { serverAddress } from './server-address.ts'
import { callOf } from './task-call.ts'

type Parts = {
  domain: Pick<Domain, 'clock' | 'options' | 'pool' | 'prices' | 'tasks' | 'taskMedia'>
  outbound: Outbound
  siteAddress: string
}

/** One of the caller's own tasks, as far as it has come. */
export const tellOne = async ({ domain, siteAddress }: Parts, asked: TaskCall, { userId }: Caller): Promise<void> => {
  const { platform } = asked.endpoint.task
  const task = await domain.tasks.find({ userId, platform: platform.name }, asked.endpoint.parameter)
  if (task === undefined) throw new TaskRefused(platform.words.missing)
  watch(domain, [task])
  sendTold(asked, 200, platform.write.one(toldTask(domain, siteAddress, platform, task)))
}

/** Several of them; those that are not his are left out. */
export const tellMany = async ({ domain, siteAddress }: Parts, asked: TaskCall, caller: Caller): Promise<void> => {
  const { platform } = asked.endpoint.task
  const { ids = [] } = await asked.withRoom(caller, (room) => readObject(asked.request, room))
  if (!Array.isArray(ids) || ids.length > mostAsked) throw new TaskRefused('invalid_request')
  const texts = [...new Set(ids.map(String))]
  const found = await domain.tasks.findMany({ userId: caller.userId, platform: platform.name }, texts)
  const newest = new Map(found.toReversed().map((task) => [task.taskId, task]))
  watch(domain, found)
  const told = texts.flatMap((id) => newest.get(id) ?? []).map((task) => toldTask(domain, siteAddress, platform, task))
  sendTold(asked, 200, platform.write.many(told))
}

const mostAsked = 1000

/** It is told as it was when it was looked at last; whoever asks has it looked at soon. */
const watch = ({ tasks }: Parts['domain'], told: readonly Task[]): void =>
  tasks.watch(told.filter(({ isOpen }) => isOpen).map(({ id }) => id))

/** What only the task's own upstream knows: it is asked where the task was made, and costs nothing. */
export const askUpstreamOf = async (
  { domain, outbound }: Parts,
  asked: TaskCall,
  { userId }: Caller,
): Promise<void> => {
  const { platform } = asked.endpoint.task
  const task = await domain.tasks.find({ userId, platform: platform.name }, asked.endpoint.parameter)
  const question = task && platform.question?.(task.taskId)
  if (task === undefined || question === undefined) throw new TaskRefused(platform.words.missing)
  const channel = domain.pool.find(task.channelId)
  if (channel === undefined || !channel.enabled) throw new TaskRefused(platform.words.channelGone)
  const call = callOf({ endpoint: asked.endpoint, headers: asked.request.headers }, question, '')
  const { result } = await askUpstream(
    { domain, outbound },
    { call, channel, key: keyAt(channel, task.keyPlace) },
    (answer) => (isObject(answer) ? answer : {}),
  )
  sendTold(asked, 200, result)
}

type Live = Pick<Domain, 'options' | 'taskMedia'>

/** A task as its owner is told of it: where what it made is seen is the upstream's word, or an address of our own. */
const toldTask = (domain: Live, siteAddress: string, platform: TaskPlatform, task: Task): JsonObject => {
  const isHidden = platform.hidesMedia(domain.options.read)
  const site = serverAddress(domain, siteAddress)
  const own = isHidden ? mediaAddresses(domain.taskMedia, task).map(({ url }) => site + url) : undefined
  return platform.write.task(task, own)
}
