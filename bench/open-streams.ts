import { Agent, type ClientRequest, request } from 'node:http'
import type { Target } from './plain-calls.ts'
import { memoryMegabytes } from './processes.ts'
import type { StreamedCall } from './streamed-calls.ts'

/** So many are begun at a time. */
const stride = 100
const eventsEach = 3

/** How much memory each of many streams takes while all of them are open, in kilobytes. */
export const measureOpenStreams = async (
  { name, pid, port, key }: Target,
  { path, body }: StreamedCall,
  count: number,
): Promise<number> => {
  const agent = new Agent({ keepAlive: true })
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
  const open: ClientRequest[] = []

  const begin = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const call = request({ host: '127.0.0.1', port, path, method: 'POST', headers, agent }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${name}: status ${response.statusCode} of a stream`))
        let events = 0
        response.on('data', () => {
          events += 1
          if (events === eventsEach) resolve()
        })
        response.on('end', () => reject(new Error(`${name}: a stream ended early`)))
        response.on('error', reject)
      })
      call.on('error', reject)
      call.end(body)
      open.push(call)
    })

  const before = memoryMegabytes(pid)
  const running: Promise<void>[] = []
  while (running.length < count) {
    for (let index = 0; index < stride && running.length < count; index += 1) running.push(begin())
    await Promise.race([running.at(-1), new Promise((resolve) => setTimeout(resolve, 100))])
  }
  try {
    await Promise.all(running)
    return ((memoryMegabytes(pid) - before) * 1024) / count
  } finally {
    for (const call of open) call.destroy()
    agent.destroy()
  }
}
