import { type ClientRequest, request } from 'node:http'
import { callSteadily } from './added-latency.ts'
import type { Target } from './plain-calls.ts'
import type { StreamedCall } from './streamed-calls.ts'
import { timeAt } from './times.ts'

/** The 99th percentile of others' calls, in milliseconds. */
export type BesideSlowReaders = { reading: number; slow: number }

const rounds = 3

/** How long calls at a steady rate take beside streams whose clients read, and beside as many that do not, in turns. */
export const measureBesideSlowReaders = async (
  target: Target,
  stream: StreamedCall,
  { rate, readers }: { rate: number; readers: number },
): Promise<BesideSlowReaders> => {
  const times: Record<keyof BesideSlowReaders, number[]> = { reading: [], slow: [] }
  await callSteadily(target.port, target.key, rate)
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of ['reading', 'slow'] as const) {
      const close = await open(target, stream, readers, kind)
      times[kind].push(...(await callSteadily(target.port, target.key, rate)))
      close()
    }
  }
  return { reading: timeAt(times.reading, 0.99), slow: timeAt(times.slow, 0.99) }
}

const open = async (
  { port, key }: Target,
  { path, body }: StreamedCall,
  count: number,
  kind: keyof BesideSlowReaders,
): Promise<() => void> => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
  const sent: ClientRequest[] = []
  const begun = Array.from(
    { length: count },
    () =>
      new Promise<void>((resolve, reject) => {
        const call = request({ host: '127.0.0.1', port, path, method: 'POST', headers, agent: false }, (response) => {
          response.on('error', () => {})
          if (kind === 'slow') response.pause()
          else response.resume()
          resolve()
        })
        call.on('error', reject).end(body)
        sent.push(call)
      }),
  )
  await Promise.all(begun)
  return () => {
    for (const call of sent) call.destroy()
  }
}
