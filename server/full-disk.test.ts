import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { chatBody, chatStream, chatUsage } from '#testing/chat-answers.ts'
import { eachDatabase } from '#testing/database.ts'
import { startTestGateway, type TestClient, type TestGateway } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callRelay, priceModels, type RelayAnswer } from '#testing/relay-client.ts'
import { mountSmallDisk, type SmallDisk } from '#testing/small-disk.ts'
import { findBrokenInvariants } from './db/invariants.ts'

const words = ['Water', ' finds', ' its', ' way.']
const cost = chatUsage.total_tokens

const trial = mountSmallDisk(1)
trial?.remove()

describe.skipIf(trial === undefined)('a data folder whose disk is full', () => {
  eachDatabase((engine, _open, openPlace) => {
    let disk: SmallDisk
    let upstream: AnsweringUpstream
    let gateway: TestGateway
    let root: TestClient
    let key = ''
    /** Answers whatever waits at the upstream. */
    let answer: () => void = () => {}

    beforeAll(async () => {
      const mounted = mountSmallDisk(24)
      if (mounted === undefined) throw new Error('there is no small disk')
      disk = mounted
      upstream = await startAnsweringUpstream()
      const { place } = await openPlace()
      const own = engine === 'sqlite' ? { ...place, file: join(disk.folder, 'sluice.sqlite') } : place
      gateway = await startTestGateway({ place: own, environment: { DATA_DIR: disk.folder } })
      root = await gateway.asRoot()
      await priceModels(root, ['sole'])
      await addRelayChannel(root, { base_url: upstream.url, models: 'sole', auto_ban: 0 })
      key = (await addRelayToken(root)).key
    })

    afterAll(async () => {
      await disk.empty()
      await gateway.close()
      await upstream.close()
      disk.remove()
    })

    const wait = () => {
      const waiting = new Promise<void>((resolve) => {
        answer = resolve
      })
      upstream.does(async ({ body }, response) => {
        await waiting
        if (body.stream !== true) answerJson(response, 200, chatBody({ content: words.join('') }))
        else response.writeHead(200, { 'content-type': 'text/event-stream' }).end(chatStream(words))
      })
    }

    const serve = () => {
      wait()
      answer()
    }

    const call = (number = 0): Promise<RelayAnswer> =>
      callRelay(gateway, key, { model: 'sole', stream: number % 2 === 1 })

    const isWhole = ({ status, text }: RelayAnswer): boolean =>
      status === 200 && text.includes('way.') && !text.includes('"error"')

    const charged = async (of: TestGateway = gateway): Promise<Set<string | null>> => {
      await of.plane.domain.ledger.drain()
      await of.plane.domain.settlements.replay()
      const rows = await of.plane.database.query.selectFrom('logs').select(['request_id', 'quota']).execute()
      return new Set(rows.filter(({ quota }) => quota === cost).map(({ request_id }) => request_id))
    }

    it('F15: charges what is under way, begins nothing new, says so, and goes on at once when there is room', async () => {
      serve()
      expect(isWhole(await call())).toBe(true)
      wait()
      const before = upstream.calls.length
      const underWay = Array.from({ length: 60 }, (_, number) => call(number))
      await expect.poll(() => upstream.calls.length).toBe(before + 60)
      await disk.fill()
      if (engine === 'postgres') await expect.poll(readiness).toBe(503)
      answer()
      const answers = await Promise.all(underWay)
      expect(answers.filter((each) => !isWhole(each))).toEqual([])

      // SQLite's disk is this one, so its next charge is the first to find it full.
      await expect.poll(readiness).toBe(503)
      const calls = upstream.calls.length
      const refused = await Promise.all(Array.from({ length: 40 }, (_, number) => call(number)))
      for (const each of refused) {
        expect([each.status, each.json.error.code, each.headers.get('retry-after')]).toEqual([
          503,
          'storage_unavailable',
          '5',
        ])
      }
      expect(upstream.calls.length).toBe(calls)
      expect((await gateway.visitor().get('/api/status')).data.calls_paused).toBe(true)
      expect(gateway.logLines.filter((line) => line.includes('no new call begins'))).toHaveLength(1)

      await disk.empty()
      serve()
      await expect.poll(async () => (await call()).status, { interval: 20 }).toBe(200)
      expect(await readiness()).toBe(200)
      expect((await gateway.visitor().get('/api/status')).data.calls_paused).toBe(false)
      const rows = await charged()
      for (const { requestId } of answers) expect(rows).toContain(requestId)
      for (const { requestId } of refused) expect(rows).not.toContain(requestId)
      const { database, domain } = gateway.plane
      expect(await findBrokenInvariants(database)).toEqual([])
      const { quota } = (await root.get('/api/user/self')).data
      await expect.poll(() => domain.ledger.balance(1)).toBe(quota)
    })

    const readiness = async () => {
      await gateway.plane.domain.settlements.lookAfter()
      return (await gateway.visitor().get('/readyz')).status
    }

    if (engine === 'sqlite') {
      it('F15 F16: what was answered on a full disk is charged by the process that follows a killed one', async () => {
        serve()
        expect(isWhole(await call())).toBe(true)
        wait()
        const before = upstream.calls.length
        const underWay = Array.from({ length: 30 }, (_, number) => call(number))
        await expect.poll(() => upstream.calls.length).toBe(before + 30)
        await disk.fill()
        answer()
        const answers = await Promise.all(underWay)
        expect(answers.every(isWhole)).toBe(true)
        await expect.poll(readiness).toBe(503)
        const refused = await call()
        expect(refused.status).toBe(503)

        const folder = await mkdtemp(join(tmpdir(), 'sluice-killed-'))
        try {
          const isKept = (source: string) => !source.endsWith('/filler')
          await cp(disk.folder, folder, { recursive: true, filter: isKept })
          const place = { url: undefined, file: join(folder, 'sluice.sqlite') }
          const next = await startTestGateway({ place })
          try {
            const rows = await charged(next)
            for (const { requestId } of answers) expect(rows).toContain(requestId)
            expect(rows).not.toContain(refused.requestId)
            expect(await findBrokenInvariants(next.plane.database)).toEqual([])
          } finally {
            await next.close()
          }
        } finally {
          await rm(folder, { recursive: true })
        }
        await disk.empty()
        serve()
        await expect.poll(async () => (await call()).status, { interval: 20 }).toBe(200)
      })
    }
  })
})
