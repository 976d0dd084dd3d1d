import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { chatBody, chatEvents } from '#testing/chat-answers.ts'
import { eachDatabase } from '#testing/database.ts'
import type { TestClient, TestGateway } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callPath, priceModels } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'
import { startVendor, type Vendor } from '#testing/vendor-server.ts'

describe('a dialect that is one folder, one line and the rows of its paths', () => {
  eachDatabase((_engine, _open, openPlace) => {
    let vendor: Vendor
    let gateway: TestGateway
    let root: TestClient
    let key: string

    expectSettledBooks(() => gateway)

    beforeAll(async () => {
      vendor = await startVendor(({ body }) =>
        body.stream === true
          ? { type: 'text/event-stream', body: chatEvents(['Made ', 'up.']) }
          : { body: chatBody({ content: 'Made up.' }, { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 }) },
      )
      vi.resetModules()
      // The one line. Everything that asks for a dialect reads the list anew with it.
      vi.doMock('#protocols/index.ts', async (original) => {
        const list = await original<typeof import('#protocols/index.ts')>()
        const { madeUpTalk } = await import('#testing/made-up-dialect/index.ts')
        return {
          ...list,
          protocols: [...list.protocols, madeUpTalk],
          protocolOf: (name: Parameters<typeof list.protocolOf>[0]) =>
            name === madeUpTalk.name ? madeUpTalk : list.protocolOf(name),
        }
      })
      // The rows of its paths.
      vi.doMock('./endpoints.ts', async (original) => {
        const endpoints = await original<typeof import('./endpoints.ts')>()
        const { madeUpTalk } = await import('#testing/made-up-dialect/index.ts')
        const protocol = madeUpTalk.name
        const added = [
          { method: 'POST', path: '/made-up/talk', kind: 'call', operation: 'chat', protocol },
          { method: 'GET', path: '/made-up/minds', kind: 'models', protocol },
        ]
        return { ...endpoints, rows: [...endpoints.rows, ...added] }
      })
      const { startTestGateway } = await import('#testing/gateway.ts')
      gateway = await startTestGateway({ place: (await openPlace()).place })
      root = await gateway.asRoot()
      await priceModels(root, ['talker', 'absent'])
      await addRelayChannel(root, { base_url: vendor.url, models: 'talker' })
      key = (await addRelayToken(root)).key
    })
    afterAll(async () => {
      await gateway?.close()
      await vendor?.close()
      vi.doUnmock('#protocols/index.ts')
      vi.doUnmock('./endpoints.ts')
      vi.resetModules()
    })

    const turns = [{ who: 'guest', says: 'Say something.' }]
    const talk = (fields: object = {}) => callPath(gateway, key, '/made-up/talk', { model: 'talker', turns, ...fields })

    /** What one call took from the balance, and the newest row of what was charged. */
    const charged = async (call: () => ReturnType<typeof talk>) => {
      const spent = async () => (await root.get('/api/user/self')).data.used_quota
      const before = await spent()
      const answer = await call()
      await gateway.plane.domain.ledger.drain()
      const { items } = (await root.get('/api/log/?p=1&page_size=10&type=2')).data
      const row = items.find(({ request_id: id }: { request_id: string }) => id === answer.requestId)
      return { answer, spent: (await spent()) - before, row }
    }

    it('is read and written before a channel that speaks another, charged by what that tells, and told in the log', async () => {
      const said = [{ who: 'guest', says: 'Hi.' }, { who: 'host', says: 'Yes?' }, ...turns]
      const { answer, spent, row } = await charged(() =>
        talk({ opening: 'Be brief.', turns: said, most: 9, warmth: 0.5 }),
      )
      expect([answer.status, answer.json]).toEqual([
        200,
        { mind: 'talker', says: 'Made up.', over: 'said', heard: 7, said: 5 },
      ])
      expect(vendor.calls.at(-1)).toMatchObject({
        path: '/v1/chat/completions',
        body: {
          model: 'talker',
          messages: [
            { role: 'system', content: 'Be brief.' },
            { role: 'user', content: 'Hi.' },
            { role: 'assistant', content: 'Yes?' },
            { role: 'user', content: 'Say something.' },
          ],
          temperature: 0.5,
        },
      })
      expect(spent).toBe(12)
      expect(row).toMatchObject({
        ...{ model_name: 'talker', quota: 12, prompt_tokens: 7, completion_tokens: 5, is_stream: false },
      })
    })

    it('is streamed piece by piece in its own lines, the last of which tells what was used and is charged', async () => {
      const { answer, spent, row } = await charged(() => talk({ whispers: true }))
      expect(answer.status).toBe(200)
      const lines = answer.text.trimEnd().split('\n')
      expect(lines.map((line) => JSON.parse(line))).toEqual([
        { says: 'Made ' },
        { says: 'up.' },
        { mind: 'talker', over: 'said', heard: 10, said: 10 },
      ])
      expect(spent).toBe(20)
      expect(row).toMatchObject({ model_name: 'talker', quota: 20, is_stream: true })
    })

    it('tells in its own form what is wrong, also in the middle of a stream, and charges nothing for what was refused', async () => {
      const before = vendor.calls.length
      const { answer: unknown, spent } = await charged(() => talk({ model: 'absent' }))
      expect([unknown.status, unknown.json]).toEqual([404, { wrong: 'model_unknown', because: expect.any(String) }])
      expect(spent).toBe(0)
      const refused = async (fields: object) => {
        const { status, json } = await talk(fields)
        return [status, json]
      }
      const invalid = (because: string) => [
        400,
        { wrong: 'request_invalid', because: expect.stringContaining(because) },
      ]
      expect(await refused({ turns: [{ who: 'ghost', says: 'Boo.' }] })).toEqual(invalid('turns[0].who'))
      expect(await refused({ most: 0 })).toEqual(invalid('most'))
      expect(await refused({ Turns: turns })).toEqual(invalid('must be spelt "turns"'))
      const broken = await callPath(gateway, key, '/made-up/talk', '{')
      expect([broken.status, broken.json.wrong]).toEqual([400, 'request_invalid'])
      const stranger = await callPath(gateway, 'sk-nobody', '/made-up/talk', { model: 'talker', turns })
      expect([stranger.status, stranger.json.wrong]).toEqual([401, 'key_unknown'])
      const wrongMethod = await fetch(`${gateway.url}/made-up/talk`, { headers: { authorization: `Bearer ${key}` } })
      expect([wrongMethod.status, await wrongMethod.json()]).toEqual([
        405,
        { wrong: 'method_unknown', because: expect.any(String) },
      ])
      expect(vendor.calls).toHaveLength(before)

      // The end never comes.
      vendor.tell({ type: 'text/event-stream', body: chatEvents(['Made ', 'up.']).slice(0, 2) })
      const { text } = await talk({ whispers: true })
      const lines = text.trimEnd().split('\n')
      expect(lines.map((line) => JSON.parse(line))).toEqual([
        { says: 'Made ' },
        { says: 'up.' },
        { wrong: 'upstream_failed', because: expect.any(String) },
      ])
    })

    it('lists the models in its own form', async () => {
      const answer = await fetch(`${gateway.url}/made-up/minds`, { headers: { authorization: `Bearer ${key}` } })
      expect(await answer.json()).toEqual({ minds: [{ mind: 'talker' }] })
    })
  })
})
