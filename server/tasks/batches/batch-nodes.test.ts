import { afterAll, beforeAll, expect, it } from 'vitest'
import { callOfGpt } from '#testing/batch-bench.ts'
import { type BatchService, batchAnswer, linesOf, startBatchService } from '#testing/batch-service.ts'
import type { TestClient } from '#testing/gateway.ts'
import { createMovableClock } from '#testing/movable-clock.ts'
import { addRelayChannel, addRelayToken, priceModels } from '#testing/relay-client.ts'
import { sendTask } from '#testing/task-bench.ts'
import { withTwoNodes } from '#testing/two-nodes.ts'
import { findBrokenInvariants } from '../../db/invariants.ts'

const clock = createMovableClock()

withTwoNodes((nodes) => {
  let service: BatchService
  let root: TestClient
  let key: string
  beforeAll(async () => {
    service = await startBatchService()
    root = await nodes().one.asRoot()
    await priceModels(root, ['gpt'])
    await addRelayChannel(root, { base_url: service.url, models: 'gpt' })
    key = (await addRelayToken(root)).key
  })
  afterAll(() => service?.close())

  it('T55: batches are finished by either node, and each is charged once though both have read its results', async () => {
    const { one, two } = nodes()
    const quota = async () => {
      await Promise.all([one, two].map(({ plane }) => plane.domain.ledger.drain()))
      return (await root.get('/api/user/self')).data.quota
    }
    const before = await quota()
    const form = new FormData()
    form.append('purpose', 'batch')
    form.append('file', new Blob([linesOf([callOfGpt('one')])]), 'calls.jsonl')
    const headers = { authorization: `Bearer ${key}` }
    const uploaded = await fetch(`${one.url}/v1/files`, { method: 'POST', headers, body: form })
    const file: { id: string } = JSON.parse(await uploaded.text())
    const body = { input_file_id: file.id, endpoint: '/v1/chat/completions', completion_window: '24h' }
    const batches = await Promise.all(
      [one, two, one, two].map((node) => sendTask(node, key, { method: 'POST', path: '/v1/batches', body })),
    )
    const ids: string[] = batches.map(({ json }) => json.id)
    const usage = { prompt_tokens: 100, completion_tokens: 20 }
    for (const id of ids) service.finish(id, [batchAnswer('one', usage)])
    clock.pass(60)
    await Promise.all([one, two].map((node) => node.pollTasks()))
    // As if the first to look took longer than anybody waits.
    clock.pass(700)
    await Promise.all([two, one].map((node) => node.pollTasks()))
    await expect.poll(quota).toBe(before - 4 * 60)
    const { items } = (await root.get('/api/log/?p=1&page_size=100&type=2')).data
    expect(items.map((row: { quota: number }) => row.quota)).toEqual([60, 60, 60, 60])
    expect(await findBrokenInvariants(one.plane.database)).toEqual([])
    await expect.poll(() => one.plane.domain.ledger.balance(1)).toBe(before - 4 * 60)
    await expect.poll(() => two.plane.domain.ledger.balance(1)).toBe(before - 4 * 60)
  })
}, clock)
