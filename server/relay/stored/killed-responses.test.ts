import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { startTestGateway, type TestClient, type TestGateway } from '#testing/gateway.ts'
import { createMovableClock } from '#testing/movable-clock.ts'
import { listOpenAnswers } from '#testing/open-answers.ts'
import { type PacedUpstream, startPacedUpstream } from '#testing/paced-upstream.ts'
import { addRelayChannel, addRelayToken, priceModels } from '#testing/relay-client.ts'
import { findBrokenInvariants, findWrongCharges } from '../../db/invariants.ts'
import { sqliteFile } from '../../db/open.ts'
import { recomputeRow } from '../../domain/money/recomputed-row.ts'

/** The job may be in the midst of a round that began before. */
const poll = async ({ pollTasks }: TestGateway) => {
  await pollTasks()
  await pollTasks()
}

/** The folder of a process as a kill leaves it is a copy of it: nothing there waits to be told. */
describe('a process that is killed while an answer of the background is streamed', () => {
  const clock = createMovableClock()
  let place: TestDatabase
  let left: string
  let gateway: TestGateway
  let root: TestClient
  let upstream: PacedUpstream
  let key: string

  beforeAll(async () => {
    left = await mkdtemp(join(tmpdir(), 'sluice-killed-'))
    place = await openTestDatabase('sqlite')
    upstream = await startPacedUpstream()
    gateway = await startTestGateway({ place: place.place, clock })
    root = await gateway.asRoot()
    await priceModels(root, ['gpt'])
    await addRelayChannel(root, { base_url: upstream.url, models: 'gpt' })
    key = (await addRelayToken(root)).key
  })
  afterAll(async () => {
    await gateway?.close()
    await upstream?.close()
    await place?.remove()
    await rm(left, { recursive: true, force: true })
  })

  const ask = async () => {
    const answering = fetch(`${gateway.url}/v1/responses`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt', input: 'Say something.', background: true, stream: true }),
    })
    await expect.poll(upstream.open).toBe(1)
    upstream.say(1)
    return answering
  }
  const owed = () => listOpenAnswers(place.database)

  it('F16: is charged what its stream gave, where its upstream keeps nothing, and once', async () => {
    const answer = await ask()
    upstream.say(39)
    await expect.poll(async () => (await owed())[0]?.given?.usage.output).toBeGreaterThanOrEqual(40)
    const [{ id, given }] = await owed()
    await cp(dirname(place.place.file), left, { recursive: true })

    const next = await startTestGateway({ place: { url: undefined, file: sqliteFile(left) }, clock })
    try {
      const again = await next.asRoot()
      const rows = async () => (await again.get('/api/log/?p=1&page_size=100&type=2')).data.items
      const rowOfAnswer = async () =>
        (await rows()).filter((row: { request_id: string }) => row.request_id === `kept-1-${id}`)
      // It may be streamed on by somebody else, for all that is known.
      clock.pass(20)
      await poll(next)
      expect(await rowOfAnswer()).toEqual([])
      clock.pass(250)
      await poll(next)
      const [row, ...others] = await rowOfAnswer()
      expect(others).toEqual([])
      expect(row.completion_tokens).toBe(given.usage.output)
      expect(row.quota).toBe(row.prompt_tokens + row.completion_tokens)
      expect(JSON.parse(row.other)).toMatchObject({ estimated: true, stream_error: 'process_ended' })
      clock.pass(300)
      await poll(next)
      expect(await rowOfAnswer()).toHaveLength(1)
      // The call itself costs nothing where the answer is paid for.
      expect((await rows()).map(({ quota }: { quota: number }) => quota)).toEqual(
        expect.arrayContaining([0, row.quota]),
      )
      const { database } = next.plane
      await next.plane.domain.ledger.drain()
      expect(await findBrokenInvariants(database)).toEqual([])
      expect(await findWrongCharges(database, recomputeRow)).toEqual([])
    } finally {
      await next.close()
    }
    upstream.end()
    await answer.text()
  })
})
