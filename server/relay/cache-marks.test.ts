import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { oneGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callPath, callRelay, priceModels } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'

oneGateway((gateway) => {
  expectSettledBooks(gateway)

  let upstream: AnsweringUpstream
  let chats: AnsweringUpstream
  let root: TestClient
  let key: string

  beforeAll(async () => {
    upstream = await startAnsweringUpstream((_call, response) =>
      answerJson(response, 200, {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [{ type: 'text', text: 'Hello.' }],
        stop_reason: 'end_turn',
        usage: { input_tokens: 10, output_tokens: 10 },
      }),
    )
    root = await gateway().asRoot()
    await priceModels(root, ['marked', 'unmarked', 'gpt-5.2', 'gpt-4o', 'gpt-4.1', 'deepseek-chat'])
    chats = await startAnsweringUpstream()
    const keyed = { type: 1, base_url: chats.url, setting: '{"cache_marks":true}' }
    await addRelayChannel(root, { ...keyed, models: 'gpt-5.2,gpt-4o' })
    await addRelayChannel(root, { ...keyed, models: 'gpt-4.1', setting: '{}' })
    await addRelayChannel(root, { type: 43, base_url: upstream.url, models: 'deepseek-chat' })
    const channel = { type: 14, base_url: upstream.url }
    await addRelayChannel(root, { ...channel, models: 'marked', setting: '{"cache_marks":true}' })
    await addRelayChannel(root, { ...channel, models: 'unmarked' })
    key = (await addRelayToken(root)).key
  })
  afterAll(async () => {
    await upstream?.close()
    await chats?.close()
  })

  const rules = 'Read before you write. '.repeat(400)
  const marksOf = async (model: string, system: string): Promise<number> => {
    const messages = [
      { role: 'system', content: system },
      { role: 'user', content: 'One.' },
      { role: 'assistant', content: 'Two.' },
      { role: 'user', content: 'Three.' },
    ]
    expect((await callRelay(gateway(), key, { model, messages })).status).toBe(200)
    return upstream.calls.at(-1)?.text.split('"cache_control"').length ?? 0
  }

  it('a channel that marks prompts does so for clients that cannot, of prompts that a cache keeps', async () => {
    expect(await marksOf('marked', rules)).toBe(1 + 3)
    expect(await marksOf('marked', 'Be brief.')).toBe(1)
    expect(await marksOf('unmarked', rules)).toBe(1)
  })

  it('leaves those alone that come in the dialect of its upstream', async () => {
    const body = { model: 'marked', max_tokens: 10, system: rules, messages: [{ role: 'user', content: 'One.' }] }
    expect((await callPath(gateway(), key, '/v1/messages', body)).status).toBe(200)
    expect(upstream.calls.at(-1)?.body).toEqual(body)
  })

  const agent = (model: string, task: string, turns: number, more = {}) => ({
    model,
    max_tokens: 10,
    system: [{ type: 'text', text: rules, cache_control: { type: 'ephemeral', ttl: '1h' } }],
    messages: [
      { role: 'user', content: task },
      ...Array.from({ length: turns }, () => [
        { role: 'assistant', content: 'Step.' },
        { role: 'user', content: 'Go on.' },
      ]).flat(),
    ],
    ...more,
  })
  const toldOfCache = async (body: object, by = key) => {
    expect((await callPath(gateway(), by, '/v1/messages', body)).status).toBe(200)
    const { prompt_cache_key, prompt_cache_retention } = chats.calls.at(-1)?.body ?? {}
    return [prompt_cache_key, prompt_cache_retention]
  }

  describe('where the upstream keeps prompts unasked, and has a key in place of marks', () => {
    it('the turns of a conversation have one, which is no other’s and no other user’s', async () => {
      const [first] = await toldOfCache(agent('gpt-5.2', 'Mend the door.', 0))
      expect(first).toMatch(/^[a-z0-9]{8,}$/)
      expect(await toldOfCache(agent('gpt-5.2', 'Mend the door.', 3))).toEqual([first, '24h'])
      expect((await toldOfCache(agent('gpt-5.2', 'Mend the roof.', 3)))[0]).not.toBe(first)
      const member = await gateway().asUser('neighbour')
      await root.put('/api/user/', { id: member.userId, username: 'neighbour', quota: 1_000_000 })
      const { key: own } = await addRelayToken(member)
      expect((await toldOfCache(agent('gpt-5.2', 'Mend the door.', 3), own))[0]).not.toBe(first)
    })

    it('an hour is told as a day to models that know of days', async () => {
      expect((await toldOfCache(agent('gpt-4o', 'Mend the door.', 1)))[1]).toBeUndefined()
    })

    it('neither is told of short prompts, nor where the channel does not mark', async () => {
      expect(await toldOfCache(agent('gpt-5.2', 'Mend it.', 2, { system: 'Be brief.' }))).toEqual([
        undefined,
        undefined,
      ])
      expect(await toldOfCache(agent('gpt-4.1', 'Mend it.', 2))).toEqual([undefined, undefined])
    })

    it('a day is told as an hour to those who mark, where nothing else is said', async () => {
      const messages = [
        { role: 'user', content: [{ type: 'text', text: rules, cache_control: { type: 'ephemeral' } }] },
      ]
      await callRelay(gateway(), key, {
        model: 'unmarked',
        messages,
        prompt_cache_retention: '24h',
        prompt_cache_key: 'k',
      })
      expect(upstream.calls.at(-1)?.text).toContain('"cache_control":{"type":"ephemeral","ttl":"1h"}')
    })
  })

  describe('the stamp of an agent on its own requests', () => {
    const stamp = 'x-anthropic-billing-header: cc_version=2.1.177.01c; cch=0e3a1;'
    const system = [
      { type: 'text', text: stamp },
      { type: 'text', text: 'Be brief.' },
    ]
    const ask = async (model: string) => {
      const body = { model, max_tokens: 10, system, messages: [{ role: 'user', content: 'One.' }] }
      expect((await callPath(gateway(), key, '/v1/messages', body)).status).toBe(200)
    }

    it('goes to its maker', async () => {
      await ask('marked')
      expect(upstream.calls.at(-1)?.body.system).toEqual(system)
    })

    it('goes to nobody else, in their dialect or another', async () => {
      await ask('deepseek-chat')
      expect(upstream.calls.at(-1)?.body.system).toEqual(system.slice(1))
      await ask('gpt-5.2')
      expect(chats.calls.at(-1)?.body.messages[0]).toEqual({ role: 'system', content: 'Be brief.' })
    })
  })
})
