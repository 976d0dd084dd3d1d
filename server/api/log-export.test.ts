import { beforeAll, describe, expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { createFailingDatabase } from '#testing/failing-database.ts'
import { eachGateway, startTestGateway, type TestClient } from '#testing/gateway.ts'
import { settlement } from '#testing/rows.ts'
import { insertLog } from '../db/logs/log-store.ts'

const now = Math.floor(Date.now() / 1000)

describe('the export of log rows', () => {
  eachGateway((gateway) => {
    let root: TestClient
    let user: TestClient
    beforeAll(async () => {
      root = await gateway().asRoot()
      user = await gateway().asUser('caller')
      const { data: channel } = await root.post('/api/channel/', { name: '=secret', key: 'k', models: 'm' })
      const { database } = gateway().plane
      for (const part of [0, 1, 2]) {
        await database.settle(
          Array.from({ length: 421 }, (_, index) =>
            settlement({
              createdAt: now - 7200 * part - index,
              userId: index % 3 === 0 ? 1 : user.userId,
              username: index % 3 === 0 ? 'root' : 'caller',
              channelId: channel.id,
              modelName: `model-${index % 2}`,
              tokenName: index === 7 ? '=HYPERLINK("http://x","y")' : 'laptop',
              other: JSON.stringify({ model_ratio: 1, admin_info: { use_channel: [String(channel.id)] } }),
            }),
          ),
        )
      }
      await insertLog(database.query, {
        ...{ created_at: now, user_id: user.userId, username: 'caller', other: '', quota: -5, type: 3 },
        content: '@said "so",\nand more',
      })
    })

    /** Every row of a filtered list, page by page. */
    const listed = async (client: TestClient, path: string): Promise<Record<string, unknown>[]> => {
      const rows: Record<string, unknown>[] = []
      for (let page = 1; ; page += 1) {
        const { data } = await client.get(`${path}&p=${page}&page_size=100`)
        // What a list shows beside its rows is in no file.
        rows.push(...data.items.map(({ channel_names: _, mark: _mark, ...row }: Record<string, unknown>) => row))
        if (rows.length >= data.total) return rows
      }
    }

    it.each([
      'format=jsonl',
      'format=jsonl&username=caller',
      'format=jsonl&model_name=model-1&type=2',
      'format=jsonl&type=3',
      `format=jsonl&start_timestamp=${now - 7300}&end_timestamp=${now - 100}`,
    ])('holds exactly the rows of the list, in its order, as JSON Lines: %s', async (query) => {
      const { text, headers } = await root.get(`/api/log/export?${query}`)
      expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
      expect(headers.get('content-disposition')).toBe('attachment; filename="logs.jsonl"')
      const rows = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
      expect(rows).toEqual(await listed(root, `/api/log/?${query}`))
    })

    it('is a table whose cells no spreadsheet takes for formulas', async () => {
      const { text, headers } = await root.get('/api/log/export?username=caller')
      expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
      const records = readCsv(text.replace(/^\ufeff/, ''))
      const [head = [], ...rows] = records
      expect(head.slice(0, 5)).toEqual(['id', 'request_id', 'created_at', 'type', 'user_id'])
      expect(rows).toHaveLength((await listed(root, '/api/log/?username=caller')).length)
      expect(rows.every((row) => row.length === head.length)).toBe(true)
      const cells = (column: string) => rows.map((row) => row[head.indexOf(column)])
      expect(cells('content')[0]).toBe(`'@said "so",\nand more`)
      expect(cells('quota')[0]).toBe('-5')
      expect(cells('created_at')[0]).toBe(new Date(now * 1000).toISOString())
      expect(cells('token_name')).toContain(`'=HYPERLINK("http://x","y")`)
      expect(cells('channel_name')[1]).toBe("'=secret")
    })

    it('T15: of own rows has nobody else’s, and nothing of the channels', async () => {
      for (const format of ['csv', 'jsonl']) {
        const { text } = await user.get(`/api/log/self/export?format=${format}&username=root&channel=1`)
        expect(text).not.toMatch(/secret|admin_info|channel|root/)
        expect(text.match(/laptop/g)).toHaveLength(840 - 3)
      }
      expect((await user.get('/api/log/export')).code).toBe('role_insufficient')
    })

    it('refuses a format it does not know', async () => {
      expect((await root.get('/api/log/export?format=xlsx')).success).toBe(false)
    })

    it('reads no further than the client takes it, however many rows there are', async () => {
      const rowBytes = 8000
      const count = 8000
      const { database } = gateway().plane
      for (let done = 0; done < count; done += 500) {
        const rows = Array.from({ length: 500 }, (_, index) =>
          settlement({ createdAt: now - 86_400 - done - index, modelName: 'large', content: 'x'.repeat(rowBytes) }),
        )
        await database.settle(rows)
      }
      const headers = { cookie: root.cookie, 'new-api-user': String(root.userId), 'accept-encoding': 'identity' }
      const response = await fetch(`${gateway().url}/api/log/export?model_name=large`, { headers })
      const reader = response.body?.getReader()
      let received = (await reader?.read())?.value?.length ?? 0
      // Only rows that were read already can still come.
      await database.query.deleteFrom('logs').where('model_name', '=', 'large').execute()
      for (let chunk = await reader?.read(); chunk?.value !== undefined; chunk = await reader?.read()) {
        received += chunk.value.length
      }
      expect(received).toBeGreaterThan(rowBytes)
      expect(received).toBeLessThan((count * rowBytes) / 3)
    })
  })
})

/** Records of a CSV text, read by its rules. */
describe('an export whose storage fails', () => {
  eachDatabase((_engine, _open, openPlace) => {
    it('T50: is refused like any other call, or breaks off so that nobody takes it for whole, and the log says why', async () => {
      const failing = createFailingDatabase()
      const { place, database } = await openPlace()
      const gateway = await startTestGateway({ place, intercept: failing.intercept })
      try {
        const root = await gateway.asRoot()
        await database.settle(
          Array.from({ length: 600 }, (_, index) =>
            settlement({ createdAt: now - 7200 * (index % 3) - index, userId: 1, channelId: 1 }),
          ),
        )
        const told: string[] = []
        for (const [format, encoding] of [
          ['csv', 'identity'],
          ['csv', 'gzip'],
          ['jsonl', 'identity'],
          ['jsonl', 'gzip'],
        ] as const) {
          const headers = { 'accept-encoding': encoding }
          for (let call = 1; ; call += 1) {
            const before = gateway.logLines.length
            failing.failAt(call, 'before')
            const answer = await root.get(`/api/log/export?format=${format}`, { headers }).catch(() => undefined)
            if (!failing.heal()) break
            if (answer?.status === 200) {
              // What failed was something else that the gateway did just then: the file is whole.
              expect(answer.text.match(/request-\d+/g)).toHaveLength(600)
              continue
            }
            const logged = gateway.logLines.slice(before).filter((line) => line.includes('a file broke off'))
            expect(logged).toHaveLength(answer === undefined ? 1 : 0)
            told.push(answer === undefined ? 'broken off' : `${answer.status} ${answer.code}`)
            if (answer === undefined) continue
            expect(answer.text).toMatch(/^\{"success":false,.*"code":"storage_unavailable"\}$/)
            expect(answer.headers.get('content-disposition')).toBeNull()
          }
        }
        expect([...new Set(told)].sort()).toEqual(['503 storage_unavailable', 'broken off'])
      } finally {
        await gateway.close()
      }
    })
  })
})

const readCsv = (text: string): string[][] => {
  const records: string[][] = []
  let record: string[] = []
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    record.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === ',') continue
    records.push(record)
    record = []
  }
  return records
}
