import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnsweringUpstream, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { linesOf } from '#testing/batch-service.ts'
import type { TestClient, TestGateway } from '#testing/gateway.ts'
import { createMovableClock } from '#testing/movable-clock.ts'
import { answerPlainly, callOfPlain, ownBatchOptions, perCall } from '#testing/own-batch-bench.ts'
import { patience } from '#testing/patience.ts'
import { addRelayChannel, addRelayToken, priceModels } from '#testing/relay-client.ts'
import { withTwoNodes } from '#testing/two-nodes.ts'
import { findBrokenInvariants } from '../../../db/invariants.ts'

const clock = createMovableClock()

withTwoNodes((nodes) => {
  let upstream: AnsweringUpstream
  let root: TestClient
  let key: string
  beforeAll(async () => {
    upstream = await startAnsweringUpstream(answerPlainly)
    root = await nodes().one.asRoot()
    await priceModels(root, ['plain'])
    await ownBatchOptions(root, { OwnBatches: 'true' })
    await addRelayChannel(root, { type: 43, base_url: upstream.url, models: 'plain' })
    key = (await addRelayToken(root)).key
  })
  afterAll(() => upstream?.close())

  const lines = Array.from({ length: 6 }, (_, place) => callOfPlain(`call ${place}`))
  const clientOf = ({ url }: TestGateway) => new OpenAI({ apiKey: key, baseURL: `${url}/v1`, maxRetries: 0 })
  const createOn = async (node: TestGateway) => {
    const file = await toFile(Buffer.from(linesOf(lines)), 'calls.jsonl')
    const { id } = await clientOf(node).files.create({ file, purpose: 'batch' })
    const asked = { endpoint: '/v1/chat/completions', completion_window: '24h', input_file_id: id } as const
    return (await clientOf(node).batches.create(asked)).id
  }
  const quota = async () => {
    await Promise.all([nodes().one, nodes().two].map(({ plane }) => plane.domain.ledger.drain()))
    return (await root.get('/api/user/self')).data.quota
  }
  const whenCompleted = async (node: TestGateway, id: string) => {
    await expect.poll(async () => (await clientOf(node).batches.retrieve(id)).status, patience).toBe('completed')
    const { output_file_id } = await clientOf(node).batches.retrieve(id)
    const text = await (await clientOf(node).files.content(output_file_id ?? '')).text()
    expect(text.trim().split('\n')).toHaveLength(lines.length)
  }
  const expectBooks = async (before: number) => {
    const { one, two } = nodes()
    await expect.poll(quota, patience).toBe(before - lines.length * perCall)
    expect(await findBrokenInvariants(one.plane.database)).toEqual([])
    for (const node of [one, two]) {
      await expect.poll(() => node.plane.domain.ledger.balance(1), patience).toBe(before - lines.length * perCall)
    }
  }

  it('T55: a batch that a node took and never went on with is done by the other, a minute later', async () => {
    const { one, two } = nodes()
    const before = await quota()
    const id = await createOn(one)
    clock.pass(5)
    expect(await one.plane.domain.tasks.takeDue()).toHaveLength(1)
    const asked = upstream.calls.length
    await two.pollTasks()
    expect(upstream.calls).toHaveLength(asked)
    clock.pass(61)
    await two.pollTasks()
    await whenCompleted(two, id)
    await expectBooks(before)
  })

  it('T55: a batch that both nodes are at costs each call once', async () => {
    const { one, two } = nodes()
    const before = await quota()
    const begun = upstream.calls.length
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    upstream.does(async (call, response) => {
      await held
      return answerPlainly(call, response)
    })
    const id = await createOn(one)
    clock.pass(5)
    await one.pollTasks()
    await expect.poll(() => upstream.calls.length, patience).toBe(begun + 4)
    const bothAreAtIt = (wait: { timeout: number }) => expect.poll(() => upstream.calls.length, wait).toBe(begun + 8)
    // As if the first had not said for a minute that it is at it: it does so each second, and may come in between.
    for (let tries = 0; tries < 3 && upstream.calls.length === begun + 4; tries += 1) {
      await one.plane.database.query.updateTable('tasks').set({ due_at: 0 }).where('task_id', '=', id).execute()
      await two.pollTasks()
      await bothAreAtIt({ timeout: 20_000 }).catch(() => {})
    }
    await bothAreAtIt(patience)
    goOn()
    await whenCompleted(two, id)
    await expectBooks(before)
  })
}, clock)
