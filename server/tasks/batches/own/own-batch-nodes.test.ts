import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
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
    await untilAllIsFollowed()
  })
  afterAll(() => upstream?.close())

  /** What was set up is looked for every other second: then accounts are read anew, and nobody would see a wrong one. */
  const untilAllIsFollowed = async () => {
    const both = [nodes().one.plane, nodes().two.plane]
    const namesOfRoot = () =>
      Promise.all(both.map(({ domain }) => domain.identities.user(1).then((user) => user?.username)))
    await namesOfRoot()
    const username = 'renamed'
    await nodes().one.plane.database.query.updateTable('users').set({ username }).where('id', '=', 1).execute()
    await vi.waitFor(async () => expect(await namesOfRoot()).toEqual([username, username]), patience)
  }
  const callsOf = (length: number) => Array.from({ length }, (_, place) => callOfPlain(`${place} of ${length}`))
  const clientOf = ({ url }: TestGateway) => new OpenAI({ apiKey: key, baseURL: `${url}/v1`, maxRetries: 0 })
  const createOn = async (node: TestGateway, calls: number) => {
    const file = await toFile(Buffer.from(linesOf(callsOf(calls))), 'calls.jsonl')
    const { id } = await clientOf(node).files.create({ file, purpose: 'batch' })
    const asked = { endpoint: '/v1/chat/completions', completion_window: '24h', input_file_id: id } as const
    return (await clientOf(node).batches.create(asked)).id
  }
  const quota = async () => {
    await Promise.all([nodes().one, nodes().two].map(({ plane }) => plane.domain.ledger.drain()))
    return (await root.get('/api/user/self')).data.quota
  }
  const whenCompleted = async (node: TestGateway, id: string, calls: number) => {
    await expect.poll(async () => (await clientOf(node).batches.retrieve(id)).status, patience).toBe('completed')
    const { output_file_id } = await clientOf(node).batches.retrieve(id)
    const text = await (await clientOf(node).files.content(output_file_id ?? '')).text()
    expect(text.trim().split('\n')).toHaveLength(calls)
  }
  const expectBooks = async (before: number, calls: number) => {
    const { one, two } = nodes()
    await expect.poll(quota, patience).toBe(before - calls * perCall)
    expect(await findBrokenInvariants(one.plane.database)).toEqual([])
    for (const node of [one, two]) {
      await expect.poll(() => node.plane.domain.ledger.balance(1), patience).toBe(before - calls * perCall)
    }
  }

  it('T55: a batch that a node took and never went on with is done by the other, a minute later', async () => {
    const { one, two } = nodes()
    const before = await quota()
    const id = await createOn(one, 6)
    clock.pass(5)
    expect(await one.plane.domain.tasks.takeDue()).toHaveLength(1)
    const asked = upstream.calls.length
    await two.pollTasks()
    expect(upstream.calls).toHaveLength(asked)
    clock.pass(61)
    await two.pollTasks()
    await whenCompleted(two, id, 6)
    await expectBooks(before, 6)
  })

  it.each([
    { calls: 6, when: 'while they go on at the same time' },
    { calls: 4, when: 'while one comes to its end before the other' },
  ])('T55: a batch that both nodes are at costs each call once, $when', async ({ calls }) => {
    const { one, two } = nodes()
    const before = await quota()
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let arrived = 0
    upstream.does(async (call, response) => {
      // Whoever comes too late may still be at the batch before this one.
      if (call.text.includes(` of ${calls}"`)) {
        arrived += 1
        await (arrived > 4 && calls === 4 ? second : first).promise
      }
      return answerPlainly(call, response)
    })
    const haveArrived = (number: number, wait = patience) => expect.poll(() => arrived, wait).toBe(number)
    const id = await createOn(one, calls)
    clock.pass(5)
    await one.pollTasks()
    await haveArrived(4)
    // As if the first had not said for a minute that it is at it: it does so each second, and may come in between.
    for (let tries = 0; tries < 3 && arrived === 4; tries += 1) {
      await one.plane.database.query.updateTable('tasks').set({ due_at: 0 }).where('task_id', '=', id).execute()
      await two.pollTasks()
      await haveArrived(8, { ...patience, timeout: 20_000 }).catch(() => {})
    }
    await haveArrived(8)
    first.resolve()
    if (calls === 4) await whenCompleted(one, id, calls)
    second.resolve()
    // The later one charges nothing that could be waited for.
    await Promise.all([nodes().one, nodes().two].map(({ plane }) => plane.domain.traffic.idle()))
    await whenCompleted(two, id, calls)
    await expectBooks(before, calls)
  })
}, clock)
