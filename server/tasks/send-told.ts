import type { TaskCall } from '../relay/task-paths.ts'
import { traceHeaders } from '../relay/trace.ts'

/** Answers in JSON. */
export const sendTold = ({ response, trace }: Pick<TaskCall, 'response' | 'trace'>, status: number, told: unknown) => {
  if (response.destroyed) return
  const bytes = Buffer.from(JSON.stringify(told))
  const head = ['content-type', 'application/json', 'content-length', String(bytes.length)]
  response.writeHead(status, [...head, ...traceHeaders(trace)])
  response.end(bytes)
}
