import { beforeAll, describe, expect, it } from 'vitest'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { addManyLogs } from '#testing/many-logs.ts'
import { operations } from './openapi.ts'

const rows = 100_000
/** Of what a call takes that looks for nothing. */
const mostTimes = 10
const turns = 40
/** What lists are narrowed by. */
const narrowing = new Set(['keyword', 'username', 'token_name', 'model_name', 'group', 'tag', 'model'])
const signs = ['%'.repeat(64), '_%_%', '%', '\\', '%_\\', '\'"', '\ufffd']

/** Where it is no list that is narrowed. */
const named = new Set(['/api/channel/tag'])

/** What is asked of one model in one group, and refused where there is none. */
const ofOne = new Set(['/api/pricing/refusals'])

type Search = { path: string; name: string }

describe('what is looked for among a hundred thousand calls', () => {
  eachGateway((gateway) => {
    let root: TestClient
    let searches: Search[]
    beforeAll(async () => {
      root = await gateway().asRoot()
      await addManyLogs(gateway().plane.database, rows, Math.floor(Date.now() / 1000))
      const { paths } = JSON.parse((await root.get('/api/openapi.json')).text)
      searches = operations
        .filter(({ group, endpoint }) => group !== 'signin' && endpoint.method === 'GET')
        .flatMap(({ endpoint: { path } }) =>
          (paths[path]?.get.parameters ?? [])
            .filter((parameter: { in: string; name: string }) => narrowing.has(parameter.name))
            .map(({ name }: { name: string }) => ({ path, name })),
        )
    })

    const timed = async (call: () => ReturnType<typeof ask>) => {
      const begun = performance.now()
      const answer = await call()
      return { answer, time: performance.now() - begun }
    }
    const ask = ({ path, name }: Search, text: string) => root.get(`${path}?${new URLSearchParams({ [name]: text })}`)

    it('T38: is found by what it is called', async () => {
      expect((await root.get('/api/log/')).data.total).toBe(rows)
      const { data } = await root.get('/api/log/?username=user-7&model_name=model-7')
      expect(data).toMatchObject({ total: rows / 1000, items: expect.any(Array) })
      expect(searches.map(({ path, name }) => `${path} ${name}`)).toEqual(
        expect.arrayContaining(['/api/log/ username', '/api/log/export model_name', '/api/user/search keyword']),
      )
    })

    it('T38: is not found by signs that stand for anything, and quickly not', async () => {
      for (const search of searches.filter(({ path }) => !ofOne.has(path))) {
        for (const text of signs) {
          const others: number[] = []
          const times: number[] = []
          // In turns, and as often as it takes: what else the machine does may come in between.
          const isQuick = () => Math.min(...times) < mostTimes * Math.min(...others)
          for (let turn = 0; turn < turns && !isQuick(); turn += 1) {
            others.push((await timed(() => root.get('/api/user/self'))).time)
            const { answer, time } = await timed(() => ask(search, text))
            times.push(time)
            expect([search, text, answer.status]).toEqual([search, text, 200])
            expect(answer.text).not.toMatch(/(user|token|model)-\d/)
            // One thing by its name is not there; a list has nothing in it.
            expect([search, answer.code]).toEqual([search, named.has(search.path) ? expect.any(String) : undefined])
          }
          expect(isQuick(), `${search.path} ${search.name} ${text}: ${times} and ${others}`).toBe(true)
        }
      }
    })

    it('T38: is not looked for by what is too long or no text', async () => {
      for (const search of searches) {
        for (const text of ['%'.repeat(1000), 'a\u0000b']) {
          expect([search, text, (await ask(search, text)).code]).toEqual([search, text, 'input_invalid'])
        }
        expect((await root.get(`${search.path}?${search.name}=%ff%fe`)).status).toBeLessThan(500)
        expect((await ask(search, 'x'.repeat(10_000))).status).toBe(414)
      }
      // Whoever sends this much is cut off, with an answer or in the middle of it.
      const [first] = searches
      const answer = first && (await ask(first, 'x'.repeat(100_000)).catch(() => undefined))
      expect([undefined, 414, 431]).toContain(answer?.status)
      expect((await root.get('/api/log/')).status).toBe(200)
    })
  })
})
