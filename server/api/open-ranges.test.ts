import { beforeAll, describe, expect, it } from 'vitest'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { taskRow } from '#testing/rows.ts'
import type { Settlement } from '../db/settling/settlement.ts'
import { operations } from './openapi.ts'

/** Seconds at which each list has a row. */
const times = [1_700_000_000, 1_700_003_600, 1_700_090_000]
const [, middle = 0] = times

/** Which rows of a list are those, where it has others, and how many of a second its times are. */
const lists: Record<string, { only?: Record<string, string>; parts?: number }> = {
  '/api/log/': { only: { model_name: 'seen' } },
  '/api/log/self/': { only: { model_name: 'seen' } },
  '/api/log/stat': { only: { model_name: 'seen' } },
  '/api/log/self/stat': { only: { model_name: 'seen' } },
  '/api/log/export': { only: { model_name: 'seen', format: 'jsonl' } },
  '/api/log/self/export': { only: { model_name: 'seen', format: 'jsonl' } },
  '/api/audit/': { only: { target: 'seen' } },
  '/api/mj/': { parts: 1000 },
  '/api/mj/self': { parts: 1000 },
  '/api/task/': {},
  '/api/task/self': {},
  '/api/video/': {},
  '/api/video/self': {},
  '/api/batch/': {},
  '/api/batch/self': {},
}

/** What each has between which moments; charts have a step, and a range that is theirs. */
const ranges: [title: string, query: Record<string, number | string>, found: number][] = [
  ['neither end', {}, 3],
  ['both ends as none', { start_timestamp: 0, end_timestamp: 0 }, 3],
  ['both ends empty', { start_timestamp: '', end_timestamp: '' }, 3],
  ['its start', { start_timestamp: middle }, 2],
  ['its start, the end as none', { start_timestamp: middle, end_timestamp: 0 }, 2],
  ['its end', { end_timestamp: middle }, 2],
  ['its end, the start as none', { start_timestamp: 0, end_timestamp: middle }, 2],
  ['both ends', { start_timestamp: middle, end_timestamp: middle }, 1],
]

describe('a list that can be narrowed to a time', () => {
  eachGateway((gateway) => {
    let client: TestClient
    beforeAll(async () => {
      client = await gateway().asRoot()
      const { database } = gateway().plane
      for (const time of times) await database.settle([settlement(time)])
      const rows = ['mj', 'suno', 'openai-videos', 'openai-batch'].flatMap((platform) =>
        times.map((time) =>
          taskRow({ platform, task_id: `${platform} ${time}`, user_id: 1, submit_time: time * 1000 }),
        ),
      )
      await database.query.insertInto('tasks').values(rows).execute()
      const act = { actor_id: 1, actor_name: 'root', action: 'option.change', target: 'seen' }
      await database.query
        .insertInto('audit')
        .values(times.map((time) => ({ ...act, created_at: time, before: '{}', after: '{}', address: '' })))
        .execute()
    })

    const settlement = (createdAt: number): Settlement => ({
      ...{ requestId: `at ${createdAt}`, createdAt, userId: 1, username: 'root', tokenId: 0, tokenName: 'key' },
      ...{ channelId: 1, modelName: 'seen', group: 'default', quota: 1, promptTokens: 0, completionTokens: 0 },
      ...{ useTime: 1, durationMs: 0, isStream: false, content: '', other: '{}', counted: true, logged: true },
    })

    it('is one of those that are looked at here', async () => {
      const { paths } = JSON.parse((await client.get('/api/openapi.json')).text)
      const ranged = operations
        .filter(({ endpoint: { method } }) => method === 'GET')
        .map(({ endpoint: { path } }) => path)
        .filter((path) => JSON.stringify(paths[path]?.get.parameters ?? []).includes('start_timestamp'))
        .filter((path) => !path.startsWith('/api/data/'))
      expect(ranged.sort()).toEqual(Object.keys(lists).sort())
    })

    for (const [path, { only = {}, parts = 1 }] of Object.entries(lists)) {
      it(`has all from its start on, all up to its end, or all, as the ends that are told say: ${path}`, async () => {
        for (const [title, query, found] of ranges) {
          const asked = Object.entries(query).map(([name, value]) => [
            name,
            typeof value === 'number' ? String(value * parts) : value,
          ])
          const { data, text } = await client.get(
            `${path}?${new URLSearchParams({ ...only, ...Object.fromEntries(asked) })}`,
          )
          const count = path.endsWith('export') ? text.trim().split('\n').length : (data.total ?? data.quota)
          expect([title, count]).toEqual([title, found])
        }
      })
    }
  })
})
