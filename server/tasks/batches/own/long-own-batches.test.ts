import { once } from 'node:events'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { oneGateway } from '#testing/gateway.ts'
import { createMovableClock } from '#testing/movable-clock.ts'
import { answerPlainly, callOfPlain, ownBatchOptions } from '#testing/own-batch-bench.ts'
import { patience } from '#testing/patience.ts'
import { addRelayChannel, addRelayToken, priceModels } from '#testing/relay-client.ts'
import { sendTask } from '#testing/task-bench.ts'

const lines = 50_000
const words = 'word '.repeat(380)
const mebibyte = 1024 * 1024
const mostKept = 50 * mebibyte

const clock = createMovableClock()
oneGateway(
  (gateway) => {
    it('a batch of 50,000 lines and 100 MB is kept and begun line by line', async () => {
      const upstream = await startAnsweringUpstream(answerPlainly)
      const root = await gateway().asRoot()
      await priceModels(root, ['plain'])
      await ownBatchOptions(root, { OwnBatches: 'true' })
      await addRelayChannel(root, { type: 43, base_url: upstream.url, models: 'plain' })
      const { key } = await addRelayToken(root)
      setFlagsFromString('--expose-gc')
      const collect: () => void = runInNewContext('gc')
      const used = () => {
        collect()
        return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers
      }
      const begun = used()
      let [sent, most] = [0, 0]
      const look = () => {
        most = Math.max(most, used() - begun)
      }
      const form = async function* () {
        yield '--x\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nbatch\r\n'
        yield '--x\r\ncontent-disposition: form-data; name="file"; filename="calls.jsonl"\r\n\r\n'
        for (let from = 0; from < lines; from += 100) {
          const some = Array.from({ length: 100 }, (_, place) => JSON.stringify(callOfPlain(`${from + place}`, words)))
          const piece = `${some.join('\n')}\n`
          sent += piece.length
          yield piece
          if (from % 5000 === 0) look()
        }
        yield '\r\n--x--\r\n'
      }
      const uploading = request(`${gateway().url}/v1/files`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'multipart/form-data; boundary=x' },
      })
      const answered = once(uploading, 'response')
      await pipeline(Readable.from(form()), uploading)
      const [answer] = await answered
      const file: { id: string; bytes: number } = JSON.parse(await text(answer))
      expect(file.bytes).toBe(sent)
      expect(sent).toBeGreaterThan(100_000_000)
      let watching: NodeJS.Timeout | undefined
      // Where collecting itself takes long, in a process that holds much beside others, it leaves the rest its time.
      const watch = () => {
        const begun = performance.now()
        look()
        watching = setTimeout(watch, Math.max(1000, 10 * (performance.now() - begun)))
      }
      watch()
      const body = { input_file_id: file.id, endpoint: '/v1/chat/completions', completion_window: '24h' }
      const { json } = await sendTask(gateway(), key, { method: 'POST', path: '/v1/batches', body })
      expect(json).toMatchObject({ status: 'in_progress', request_counts: { total: lines } })
      clock.pass(5)
      await gateway().pollTasks()
      await expect.poll(() => upstream.calls.length, patience).toBeGreaterThan(100)
      await sendTask(gateway(), key, { method: 'POST', path: `/v1/batches/${json.id}/cancel` })
      const status = async () =>
        (await sendTask(gateway(), key, { method: 'GET', path: `/v1/batches/${json.id}` })).json.status
      await expect.poll(status, patience).toBe('cancelled')
      clearTimeout(watching)
      await upstream.close()
      expect(most).toBeLessThan(mostKept)
    })
  },
  {},
  clock,
)
