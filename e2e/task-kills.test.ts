import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channels } from '#contract/channels.ts'
import { logs } from '#contract/logs.ts'
import { session } from '#contract/session.ts'
import { tokens } from '#contract/tokens.ts'
import { findBrokenInvariants } from '#server/db/invariants.ts'
import { openDatabase, sqliteFile } from '#server/db/open.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLog } from '#server/lib/log.ts'
import { type ConsoleClient, setUp } from '#testing/console-client.ts'
import { type DrawingProxy, startDrawingProxy } from '#testing/drawing-proxy.ts'
import { type KillPoint, killAt, startKilledGateway } from '#testing/kill-points.ts'
import type { ServerProcess } from '#testing/server-process.ts'
import { sendTask } from '#testing/task-bench.ts'

const perPicture = 0.1 * 500_000
const failure = { status: 'FAILURE', progress: '100%', failReason: 'no paint' }
const success = { status: 'SUCCESS', progress: '100%' }
const at = (point: KillPoint['at']): KillPoint => ({ at: point, words: '', times: 1 })

let server: ServerProcess
let proxy: DrawingProxy
let client: ConsoleClient
let key: string

beforeAll(async () => {
  proxy = await startDrawingProxy()
  server = await startKilledGateway()
  client = await setUp(server.url)
  const channel = { name: 'proxy', type: 2, key: 'secret', group: 'default', base_url: proxy.url }
  await client.call(channels.create, { body: { ...channel, models: 'mj_imagine' } })
  key = `sk-${(await client.call(tokens.create, { body: { name: 'token', unlimited_quota: true } })).key}`
})
afterAll(async () => {
  await proxy?.close()
  await server?.remove()
})

const draw = () => sendTask(server, key, { method: 'POST', path: '/mj/submit/imagine', body: { prompt: 'a cat' } })
const statusOf = async (id: string) =>
  (await sendTask(server, key, { method: 'GET', path: `/mj/task/${id}/fetch` })).json.status
const quota = async () => (await client.call(session.self)).quota
const refunds = async () => {
  const { items } = await client.call(logs.list, { query: { type: '2', page_size: 100 } })
  return items.filter((row) => row.quota < 0).length
}

describe('a process that is killed while a task ends', () => {
  it.each(['before the charge', 'when the charge is durable'] as const)(
    'F16, T55: pays back once, by whoever comes after: %s',
    async (point) => {
      const [before, refundsBefore] = [await quota(), await refunds()]
      const { result: id } = (await draw()).json
      await expect.poll(quota).toBe(before - perPicture)
      await killAt(server, at(point), () => {
        proxy.tell(id, failure)
        return once(server.process, 'exit')
      })
      await expect.poll(quota).toBe(before)
      expect(await statusOf(id)).toBe('FAILURE')
      expect(await refunds()).toBe(refundsBefore + 1)
    },
  )

  it('F16: charges once what was handed in just before', async () => {
    const [before, place] = [await quota(), proxy.handedIn().length + 1]
    await killAt(server, at('before the charge'), draw)
    const id = `drawing-${place}`
    proxy.tell(id, success)
    await expect.poll(() => statusOf(id)).toBe('SUCCESS')
    await expect.poll(quota).toBe(before - perPicture)
  })

  it('I1: leaves books that add up', async () => {
    await server.stop()
    const file = sqliteFile(server.dataFolder)
    const silent = createLog({ level: 'silent' })
    const database = await openDatabase({ url: undefined, file, clock: systemClock, log: silent })
    expect(await findBrokenInvariants(database)).toEqual([])
    await database.close()
  })
})
