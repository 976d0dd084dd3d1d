import { usageOf } from '#pricing/usage.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import { plainOutline } from '#protocols/passed-request.ts'
import { taskDialect } from '#protocols/task-dialect.ts'
import type { TaskWish, UpstreamAsk } from '#protocols/task-platform.ts'
import type { Call } from '../relay/call.ts'
import type { TaskEndpoint } from '../relay/endpoints.ts'

type Asked = { endpoint: TaskEndpoint; headers: Call['headers'] }

/** What is asked of an upstream, in the form that the stages of a call take; priced by the piece. */
export const callOf = ({ endpoint, headers }: Asked, { method, path, body }: UpstreamAsk, model: string): Call => {
  const bytes = body === undefined ? noBytes : Buffer.from(JSON.stringify(body))
  return {
    endpoint,
    protocol: taskDialect(endpoint.task.platform),
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

export const callOfWish = (asked: Asked, { path, body, model }: TaskWish): Call =>
  callOf(asked, { method: 'POST', path, body }, model)

const noBytes = Buffer.alloc(0)
