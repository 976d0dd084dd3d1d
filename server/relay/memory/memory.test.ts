import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { chatBody, chatEvents } from '#testing/chat-answers.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callPath, priceModels } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'

const day = 24 * 3600

eachGateway((gateway) => {
  let upstream: AnsweringUpstream
  let other: AnsweringUpstream
  let root: TestClient
  let key: string

  beforeAll(async () => {
    const answer = (name: string) =>
      startAnsweringUpstream(({ body }, response) => {
        const said = `${name} read ${body.messages.length}`
        if (body.stream !== true) return answerJson(response, 200, chatBody({ content: said }))
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        const [first = '', ...rest] = chatEvents(said.split(/(?<= )/))
        response.write(first)
        // It never says its last word to who asks for that.
        if (body.messages.at(-1).content !== 'Be slow.') response.end(rest.join(''))
      })
    upstream = await answer('one')
    other = await answer('two')
    root = await gateway().asRoot()
    await priceModels(root, ['plain'])
    await addRelayChannel(root, { type: 47, base_url: upstream.url, models: 'plain', priority: 5 })
    key = (await addRelayToken(root)).key
  })
  afterAll(async () => {
    await upstream?.close()
    await other?.close()
  })
  expectSettledBooks(gateway)

  const ask = (body: object, owner = key) => callPath(gateway(), owner, '/v1/responses', { model: 'plain', ...body })
  const get = async (path: string, owner = key, method = 'GET') => {
    const headers = { authorization: `Bearer ${owner}` }
    const response = await fetch(`${gateway().url}/v1/responses/${path}`, { method, headers })
    return { status: response.status, json: JSON.parse(await response.text()) }
  }
  const idOf = (text: string) => /resp_kept_[0-9a-z]+/.exec(text)?.[0] ?? text
  const say = async (input: unknown, previous?: string, more: object = {}) =>
    idOf((await ask({ input, ...(previous && { previous_response_id: previous }), ...more })).text)
  const sentLast = () => upstream.calls.at(-1)?.body.messages
  const written = () => gateway().plane.domain.responseMemory.drain()
  const rows = () =>
    gateway().plane.database.query.selectFrom('remembered_responses').selectAll().orderBy('created_at').execute()
  /** As if what is kept had been made so long before. */
  const age = async (seconds: number) => {
    await written()
    const { query } = gateway().plane.database
    const older = sql<number>`created_at - ${seconds}`
    await query.updateTable('remembered_responses').set({ created_at: older }).execute()
  }
  const set = (name: string, value: string) => root.put('/api/option/', { key: name, value })
  const missing = { status: 400, json: { error: { code: 'previous_response_not_found' } } }

  describe('a conversation with an upstream that keeps nothing', () => {
    it.each([
      ['whole', false, false],
      ['streamed', true, false],
      ['when it is written down', false, true],
    ])('goes on by the id of its last answer: %s', async (_how, stream, waits) => {
      const first = await say('One.', undefined, { stream })
      const second = await say([{ role: 'user', content: 'Two.' }], first, { stream })
      if (waits) await written()
      const answer = await ask({ input: 'Three.', previous_response_id: second, stream, instructions: 'Be brief.' })
      expect(sentLast()).toEqual([
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'One.' },
        { role: 'assistant', content: 'one read 1' },
        { role: 'user', content: 'Two.' },
        { role: 'assistant', content: 'one read 3' },
        { role: 'user', content: 'Three.' },
      ])
      expect(answer.text).toContain(`"previous_response_id":"${second}"`)
      expect(answer.text).toContain('"store":true')
    })

    it('goes on by the names of its items, also behind its last answer, and on another channel', async () => {
      const first = await say('One.')
      const [item] = (await get(first)).json.output
      const reference = { type: 'item_reference', id: item.id }
      const second = await say([{ role: 'user', content: 'One.' }, reference, { role: 'user', content: 'Two.' }])
      expect(sentLast()).toHaveLength(3)
      expect(sentLast()[1]).toEqual({ role: 'assistant', content: 'one read 1' })
      await written()
      const channel = await addRelayChannel(root, { type: 47, base_url: other.url, models: 'plain', priority: 9 })
      try {
        await say([{ role: 'user', content: 'Again:' }, { id: item.id }, { role: 'user', content: 'Three.' }], second)
        expect(other.calls.at(-1)?.body.messages.map(({ content }: { content: string }) => content)).toEqual([
          ...['One.', 'one read 1', 'Two.', 'one read 3', 'Again:', 'one read 1', 'Three.'],
        ])
      } finally {
        await root.remove(`/api/channel/${channel}`)
      }
    })

    it('has two branches where two answers go on from one', async () => {
      const first = await say('One.')
      const left = await say('Left.', first)
      await say('Right.', first)
      expect(sentLast().map(({ content }: { content: string }) => content)).toEqual(['One.', 'one read 1', 'Right.'])
      await say('On.', left)
      expect(sentLast()).toHaveLength(5)
    })

    it('takes as much room for its last turn as for its first', async () => {
      const ids = ['']
      for (let turn = 0; turn < 12; turn += 1) ids.push(await say('x'.repeat(2000), ids.at(-1)))
      await written()
      const sizes = (await rows()).filter((row) => ids.includes(row.response_id)).map(({ size }) => size)
      expect(sizes).toHaveLength(12)
      expect(Math.max(...sizes)).toBeLessThan(Math.min(...sizes) + 500)
      expect(sentLast()).toHaveLength(23)
    })

    it('is unreadable where it is kept', async () => {
      await say('A very secret question.')
      await written()
      expect(JSON.stringify(await rows())).not.toMatch(/secret question|one read/)
    })
  })

  describe('what is kept here', () => {
    it('is read, listed by pages and deleted, and is nobody else’s', async () => {
      const stranger = (await addRelayToken(await gateway().asUser('stranger'))).key
      const first = await say('One.')
      const second = await say(
        [
          { role: 'user', content: 'Two.' },
          { role: 'user', content: 'More.' },
        ],
        first,
      )
      expect((await get(second)).json).toMatchObject({ id: second, status: 'completed', previous_response_id: first })
      const all = (await get(`${second}/input_items?order=asc`)).json
      expect(all.data.map((item: { content: { text: string }[] }) => item.content[0]?.text)).toEqual([
        ...['One.', 'one read 1', 'Two.', 'More.'],
      ])
      expect(new Set(all.data.map(({ id }: { id: string }) => id)).size).toBe(4)
      const page = (await get(`${second}/input_items?limit=3`)).json
      expect(page).toMatchObject({ object: 'list', has_more: true, last_id: all.data[1].id })
      const rest = (await get(`${second}/input_items?limit=3&after=${page.last_id}`)).json
      expect(rest).toMatchObject({ has_more: false, data: [{ id: all.data[0].id }] })
      // Items have names by which they can be put back.
      await say([{ type: 'item_reference', id: all.data[3].id }])
      expect(sentLast()).toEqual([{ role: 'user', content: 'More.' }])
      for (const [path, method] of [
        [second, 'GET'],
        [`${second}/input_items`, 'GET'],
        [second, 'DELETE'],
      ] as const) {
        expect(await get(path, stranger, method)).toMatchObject({ status: 404 })
      }
      expect(await ask({ input: 'Mine?', previous_response_id: second }, stranger)).toMatchObject(missing)
      const named = [{ type: 'item_reference', id: all.data[3].id }]
      expect(await ask({ input: named }, stranger)).toMatchObject({ status: 404 })
      expect((await get(`${second}/cancel`, key, 'POST')).status).toBe(400)
      expect((await get(second, key, 'DELETE')).json).toEqual({ id: second, object: 'response', deleted: true })
      expect((await get(second)).status).toBe(404)
    })

    it('is missed where a turn in the middle was deleted or is too old', async () => {
      const first = await say('One.')
      const second = await say('Two.', first)
      const third = await say('Three.', second)
      await get(second, key, 'DELETE')
      expect(await ask({ input: 'Four.', previous_response_id: third })).toMatchObject(missing)
      const old = await say('One.')
      await age(29 * day)
      const late = await say('Two.', old)
      expect((await get(`${late}/input_items`)).json.data).toHaveLength(3)
      await age(2 * day)
      expect(await ask({ input: 'Three.', previous_response_id: late })).toMatchObject(missing)
      await gateway().plane.domain.responseMemory.sweep()
      expect((await rows()).map((row) => row.response_id)).toEqual([late])
    })

    it('is nothing where the caller or the operator wants nothing kept', async () => {
      const answer = await ask({ input: 'One.', store: false })
      expect(answer.json).toMatchObject({ store: false, previous_response_id: null })
      expect((await get(answer.json.id)).status).toBe(404)
      const kept = await say('One.')
      await set('ResponseMemoryDays', '0')
      try {
        expect((await ask({ input: 'One.' })).json.store).toBe(false)
        expect(await ask({ input: 'Two.', previous_response_id: kept })).toMatchObject(missing)
      } finally {
        await set('ResponseMemoryDays', '30')
      }
      await say('Two.', kept)
      expect(sentLast()).toHaveLength(3)
    })

    it('is no more than a user may have, of which the oldest go first', async () => {
      await set('ResponseMemoryMegabytes', '1')
      try {
        const ids: string[] = []
        for (let turn = 0; turn < 8; turn += 1) {
          ids.push(await say('y'.repeat(200_000)))
          await age(1)
        }
        const sizes = (await rows()).map(({ size }) => size)
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(1_000_000)
        expect((await get(ids[0] ?? '')).status).toBe(404)
        expect((await get(ids.at(-1) ?? '')).status).toBe(200)
      } finally {
        await set('ResponseMemoryMegabytes', '100')
      }
    })

    it('holds what a client has read who left midway', async () => {
      const leaving = new AbortController()
      const response = await fetch(`${gateway().url}/v1/responses`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'plain', input: 'Be slow.', stream: true }),
        signal: leaving.signal,
      })
      const reader = response.body?.getReader()
      let read = ''
      while (!read.includes('output_text.delta')) read += Buffer.from((await reader?.read())?.value ?? []).toString()
      leaving.abort()
      const id = idOf(read)
      await expect.poll(async () => (await get(id)).json.status).toBe('incomplete')
      await say('And?', id)
      expect(sentLast()).toEqual([
        { role: 'user', content: 'Be slow.' },
        { role: 'assistant', content: 'one ' },
        { role: 'user', content: 'And?' },
      ])
    })
  })

  describe('what is put back', () => {
    it('is searched for words that may not pass', async () => {
      const id = await say('The forbidden fruit.')
      await set('SensitiveWords', 'forbidden fruit')
      await set('CheckSensitiveEnabled', 'true')
      try {
        const answer = await ask({ input: 'Go on.', previous_response_id: id })
        expect(answer).toMatchObject({ status: 400, json: { error: { code: 'sensitive_words_detected' } } })
      } finally {
        await set('CheckSensitiveEnabled', 'false')
      }
    })

    it('is paid for like any other prompt, and refused where it is too dear', async () => {
      const member = await gateway().asUser('spender')
      const owner = (await addRelayToken(member)).key
      const give = (quota: number) => root.put('/api/user/', { id: member.userId, username: 'spender', quota })
      await give(10_000_000)
      const id = idOf((await ask({ input: 'word '.repeat(5000) }, owner)).text)
      await give(1000)
      const answer = await ask({ input: 'Go on.', previous_response_id: id, max_output_tokens: 16 }, owner)
      expect(answer).toMatchObject({ status: 403, json: { error: { code: 'insufficient_quota' } } })
      await give(10_000)
      const paid = await ask({ input: 'Go on.', previous_response_id: id, max_output_tokens: 16 }, owner)
      expect(paid.status).toBe(200)
    })
  })

  it('input tokens of a response are counted, with the turns before it', async () => {
    const id = await say('word '.repeat(100))
    const count = (body: object) => callPath(gateway(), key, '/v1/responses/input_tokens', { model: 'plain', ...body })
    const alone = (await count({ input: 'Go on.' })).json
    expect(alone).toEqual({ object: 'response.input_tokens', input_tokens: expect.any(Number) })
    const whole = (await count({ input: 'Go on.', previous_response_id: id })).json
    expect(whole.input_tokens).toBeGreaterThan(alone.input_tokens + 100)
  })
})
