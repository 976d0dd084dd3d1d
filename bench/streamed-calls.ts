import { Agent, request } from 'node:http'
import type { Figures, Target } from './plain-calls.ts'
import { memoryMegabytes, processorMicroseconds } from './processes.ts'
import { eventsPerStream } from './requests.ts'

const concurrentStreams = 100

/** A streamed call: where it goes and what it says. */
export type StreamedCall = { path: string; body: string }

/** Waves of streams side by side; each must bring all its events. */
export const measureStreams = async (target: Target, call: StreamedCall, waves: number): Promise<Figures> => {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrentStreams })
  const startedAt = performance.now()
  const before = processorMicroseconds(target.pid)
  let units = 0
  let megabytes = 0
  for (let wave = 0; wave < waves; wave += 1) {
    const streams = Array.from({ length: concurrentStreams }, () => readStream(target, call, agent))
    setTimeout(() => {
      megabytes = memoryMegabytes(target.pid)
    }, 1000)
    for (const events of await Promise.all(streams)) units += events
  }
  const microseconds = processorMicroseconds(target.pid) - before
  agent.destroy()
  return { units, seconds: (performance.now() - startedAt) / 1000, microseconds, megabytes }
}

/** The number of events until the stream ends. */
const readStream = ({ name, port, key }: Target, { path, body }: StreamedCall, agent: Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
    const call = request({ host: '127.0.0.1', port, path, method: 'POST', headers, agent }, (response) => {
      let events = 0
      let tail = ''
      response.on('data', (bytes: Buffer) => {
        const text = tail + bytes.toString('latin1')
        events += text.split('\n\n').length - 1
        tail = text.endsWith('\n') && !text.endsWith('\n\n') ? '\n' : ''
      })
      response.on('end', () => {
        if (response.statusCode === 200 && events > eventsPerStream) resolve(events)
        else reject(new Error(`${name}: status ${response.statusCode}, ${events} events in a stream`))
      })
      response.on('error', reject)
    })
    call.on('error', reject)
    call.end(body)
  })
