import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AnsweringUpstream } from '#testing/answering-upstream.ts'
import type { TestClient, TestGateway } from '#testing/gateway.ts'
import { createMovableClock } from '#testing/movable-clock.ts'
import { listOpenAnswers } from '#testing/open-answers.ts'
import { addRelayChannel, addRelayToken, callPath, priceModels } from '#testing/relay-client.ts'
import { keptUsage, startKeeper } from '#testing/response-keeper.ts'
import { withTwoNodes } from '#testing/two-nodes.ts'
import { findBrokenInvariants } from '../db/invariants.ts'

const clock = createMovableClock()

withTwoNodes((nodes) => {
  let keeper: AnsweringUpstream
  let root: TestClient
  let key: string
  beforeAll(async () => {
    keeper = await startKeeper('first')
    root = await nodes().one.asRoot()
    await priceModels(root, ['gpt'])
    await addRelayChannel(root, { base_url: keeper.url, models: 'gpt' })
    key = (await addRelayToken(root)).key
  })
  afterAll(() => keeper?.close())

  it('T55: answers of the background are paid once, whichever node looks or is asked first, and what was set aside is free on both', async () => {
    const { one, two } = nodes()
    const quota = async () => (await root.get('/api/user/self')).data.quota
    const free = (node: TestGateway) => node.plane.domain.ledger.balance(1)
    const before = await quota()
    const body = { model: 'gpt', input: 'Say something.', background: true, max_output_tokens: 500 }
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, place) => callPath(place % 2 === 0 ? one : two, key, '/v1/responses', body)),
    )
    const ids = made.map(({ text }) => /resp_\w+/.exec(text)?.[0] ?? '')
    await expect.poll(() => free(one)).toBeLessThan(before - 20 * 500)
    await Promise.all(ids.map((id) => fetch(`${keeper.url}/v1/responses/${id}/finish`, { method: 'POST' })))
    clock.pass(30)
    const read = (node: TestGateway, id: string) =>
      fetch(`${node.url}/v1/responses/${id}`, { headers: { authorization: `Bearer ${key}` } })
    await Promise.all([
      ...[one, two, one, two].map((node) => node.pollTasks()),
      ...ids.slice(0, 10).flatMap((id) => [read(one, id), read(two, id)]),
    ])
    // A row that somebody writes just then is left for a later round.
    const open = async () => {
      clock.pass(60)
      await Promise.all([one, two].map((node) => node.pollTasks()))
      return listOpenAnswers(one.plane.database)
    }
    await expect.poll(open).toEqual([])
    await Promise.all([one, two].map(({ plane }) => plane.domain.ledger.drain()))
    const { items } = (await root.get('/api/log/?p=1&page_size=100&type=2')).data
    const rows = items.filter((row: { quota: number }) => row.quota > 0)
    expect(rows.map((row: { request_id: string }) => row.request_id).toSorted()).toEqual(
      ids.map((id) => `kept-1-${id}`).toSorted(),
    )
    const after = before - 20 * keptUsage.total_tokens
    expect(await quota()).toBe(after)
    const freeAtLast = async (node: TestGateway) => {
      clock.pass(20)
      await node.pollTasks()
      return free(node)
    }
    for (const node of [one, two]) await expect.poll(() => freeAtLast(node)).toBe(after)
    expect(await findBrokenInvariants(one.plane.database)).toEqual([])
  })
}, clock)
