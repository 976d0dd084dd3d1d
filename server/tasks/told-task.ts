import type { JsonObject } from '#protocols/json/json.ts'
import type { TaskPlatform } from '#protocols/task-platform.ts'
import type { Domain } from '../domain/domain.ts'
import { mediaAddresses } from '../domain/tasks/media-addresses.ts'
import type { Task } from '../domain/tasks/task.ts'
import { serverAddress } from './server-address.ts'

type Live = Pick<Domain, 'options' | 'taskMedia'>

/** A task as its owner is told of it: where what it made is seen is the upstream's word, or an address of our own. */
export const toldTask = (domain: Live, siteAddress: string, platform: TaskPlatform, task: Task): JsonObject => {
  const isHidden = platform.hidesMedia(domain.options.read)
  const site = serverAddress(domain, siteAddress)
  const own = isHidden ? mediaAddresses(domain.taskMedia, task).map(({ url }) => site + url) : undefined
  return platform.write.task(task, own)
}
