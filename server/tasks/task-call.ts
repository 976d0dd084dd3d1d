import { usageOf } from '#pricing/usage.ts'
import type { BatchPlatform } from '#protocols/batch-platform.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import { plainOutline } from '#protocols/passed-request.ts'
import { taskDialect } from '#protocols/task-dialect.ts'
import type { TaskPlatform, TaskWish, UpstreamAsk } from '#protocols/task-platform.ts'
import { type VideoPlatform, videoBasics } from '#protocols/video-platform.ts'
import type { Call } from '../relay/call.ts'
import type { LaterEndpoint } from '../relay/endpoints.ts'

type Asked = { endpoint: LaterEndpoint; headers: Call['headers'] }

/** What is asked of an upstream, in the form that the stages of a call take; priced by the piece. */
export const callOf = ({ endpoint, headers }: Asked, { method, path, body }: UpstreamAsk, model: string): Call => {
  const bytes = body === undefined ? noBytes : Buffer.from(JSON.stringify(body))
  return {
    endpoint,
    protocol: taskDialect(platformOf(endpoint)),
    method,
    path,
    query: '',
    headers,
    bytes,
    contentType: 'application/json',
    body: (): JsonObject => body ?? {},
    forgetBody: () => {},
    outline: plainOutline(model, { knownUsage: usageOf({ calls: 1 }) }),
    effort: undefined,
    chat: () => {
      throw new TypeError('work that is finished later has no conversation')
    },
  }
}

/** Of films the dialect of their clients is told, whoever makes them. */
const platformOf = (endpoint: LaterEndpoint): Parameters<typeof taskDialect>[0] => {
  switch (endpoint.kind) {
    case 'task':
      return endpoint.task.platform
    case 'batch':
      return endpoint.batch.platform
    case 'video':
      return videoBasics
  }
}

export const callOfWish = (asked: Asked, { path, body, model }: TaskWish): Call =>
  callOf(asked, { method: 'POST', path, body }, model)

/** Of the paths that nobody calls but we ourselves. */
export const upkeepOf = (platform: TaskPlatform | BatchPlatform | VideoPlatform): Asked => {
  const purpose = {
    operation: platform.operation,
    protocol: 'tasks',
    path: '',
    parameter: '',
    namedModel: undefined,
    tellsUsage: false,
    stream: undefined,
    defaultModel: undefined,
  } as const
  if ('vendors' in platform) return { endpoint: { ...purpose, kind: 'video', act: 'one', words: 'film' }, headers: {} }
  const endpoint =
    'answerIn' in platform
      ? ({ ...purpose, kind: 'batch', batch: { platform, act: 'one' } } as const)
      : ({ ...purpose, kind: 'task', task: { platform, act: { kind: 'many' } } } as const)
  return { endpoint, headers: {} }
}

const noBytes = Buffer.alloc(0)
