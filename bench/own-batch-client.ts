import { once } from 'node:events'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import { batchedCall } from './requests.ts'

type Place = { port: number; key: string }

/** How many seconds each step took. */
export type BatchTimes = {
  megabytes: number
  uploaded: number
  begun: number
  made: number
  read: number
  answers: number
}

const longestMinutes = 30

/** Uploads a batch of so many calls, creates it, waits for its end, and reads its results, nothing of it whole. */
export const takeToItsEnd = async (place: Place, lines: number): Promise<BatchTimes> => {
  const since = stopwatch()
  const { id, bytes } = z.object({ id: z.string(), bytes: z.number() }).parse(JSON.parse(await upload(place, lines)))
  const uploaded = since()
  const body = { input_file_id: id, endpoint: '/v1/chat/completions', completion_window: '24h' }
  let batch = await ask(place, 'POST', '/v1/batches', body)
  const begun = since()
  const end = performance.now() + longestMinutes * 60_000
  while (batch.status !== 'completed') {
    if (batch.status === 'failed' || performance.now() > end) throw new Error(`The batch is ${batch.status}`)
    await pause(1000)
    batch = await ask(place, 'GET', `/v1/batches/${batch.id}`)
  }
  const made = since()
  const answers = await countLines(place, `/v1/files/${batch.output_file_id}/content`)
  return { megabytes: bytes / 1e6, uploaded, begun, made, answers, read: since() }
}

/** Seconds since it was read last. */
const stopwatch = (): (() => number) => {
  let last = performance.now()
  return () => {
    const [before, now] = [last, performance.now()]
    last = now
    return (now - before) / 1000
  }
}

const upload = async ({ port, key }: Place, lines: number): Promise<string> => {
  const form = function* () {
    yield '--x\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nbatch\r\n'
    yield '--x\r\ncontent-disposition: form-data; name="file"; filename="calls.jsonl"\r\n\r\n'
    for (let line = 0; line < lines; line += 1) yield `${batchedCall(`call-${line}`)}\n`
    yield '\r\n--x--\r\n'
  }
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'multipart/form-data; boundary=x' }
  const sent = request({ host: '127.0.0.1', port, path: '/v1/files', method: 'POST', headers })
  const answered = once(sent, 'response')
  await pipeline(Readable.from(form()), sent)
  const [response] = await answered
  return text(response)
}

const toldBatch = z.object({ id: z.string(), status: z.string(), output_file_id: z.nullish(z.string()) })

const ask = async ({ port, key }: Place, method: string, path: string, body?: object) => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    ...{ method, headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const said = await response.text()
  if (!response.ok) throw new Error(`${path}: ${said.slice(0, 500)}`)
  return toldBatch.parse(JSON.parse(said))
}

const countLines = async ({ port, key }: Place, path: string): Promise<number> => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${key}` } })
  let count = 0
  for await (const bytes of response.body ?? []) count += bytes.filter((byte: number) => byte === 0x0a).length
  return count
}
