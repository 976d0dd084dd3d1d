import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CardTry } from '#contract/channel-cards.ts'
import { chatBody } from '#testing/chat-answers.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callRelay, priceModels, removeChannels } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'
import { events, refusal, startVendor, type Told, type Vendor, type VendorCall } from '#testing/vendor-server.ts'

const usage = { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 }
const chunk = (delta: object, finish: string | null = null) => ({
  ...{ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', usage: finish === null ? null : usage },
  choices: [{ index: 0, delta, finish_reason: finish }],
})
const says = ({ body }: VendorCall, content: string): Told =>
  body.stream === true
    ? events(chunk({ role: 'assistant', content }), chunk({}, 'stop'), '[DONE]')
    : { body: chatBody({ content }, usage) }
const wants = ({ body }: VendorCall) => {
  const text = JSON.stringify(body)
  return text.includes('"image_url"') ? 'picture' : body.tools === undefined ? 'text' : 'tools'
}
const toolCalls = [
  { index: 0, id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Paris"}' } },
]
const callsTool = ({ body }: VendorCall): Told =>
  body.stream === true
    ? events(chunk({ role: 'assistant', tool_calls: toolCalls }), chunk({}, 'tool_calls'), '[DONE]')
    : { body: chatBody({ content: null, tool_calls: toolCalls }, usage) }

/** Does all that is wanted of it. */
const able = (call: VendorCall): Told => (wants(call) === 'tools' ? callsTool(call) : says(call, 'RED'))
/** Refuses what is not text. */
const plain = (call: VendorCall): Told => (wants(call) === 'text' ? says(call, 'Hi.') : refusal(400, 'only text'))

eachGateway((gateway) => {
  expectSettledBooks(gateway)
  let root: TestClient
  let vendor: Vendor
  let other: Vendor

  beforeAll(async () => {
    root = await gateway().asRoot()
    vendor = await startVendor()
    other = await startVendor(able)
    await priceModels(root, ['one'])
  })
  afterAll(() => Promise.all([vendor.close(), other.close()]))
  beforeEach(async () => {
    await removeChannels(root)
    vendor.tell(plain)
    vendor.calls.length = 0
    other.calls.length = 0
  })

  const add = (at: Vendor, fields: object = {}) =>
    addRelayChannel(root, { type: 8, base_url: `${at.url}/v1/chat/completions`, models: 'one', auto_ban: 0, ...fields })
  const cardOf = async (id: number) => (await root.get(`/api/channel/${id}/card`)).data
  const tryOut = async (id: number) => {
    expect((await root.post(`/api/channel/${id}/card`, {})).success).toBe(true)
    await gateway().plane.channelRuns.idle()
    return (await cardOf(id)).card
  }
  const outcomes = (tries: CardTry[], wish: CardTry['wants']) =>
    new Set(tries.filter(({ wants: each }) => each === wish).map(({ outcome }) => outcome))

  describe('the card of a channel', () => {
    it('tells beforehand what it would take, and then what every model can in every dialect, and who asked', async () => {
      const id = await add(vendor, { models: 'one,text-embedding-3-small,unpriced-one' })
      const { card, plan } = await cardOf(id)
      // 8 calls each of 20, 200 and 1500 tokens with at most 300 of output, by the token.
      expect([card, plan]).toEqual([
        null,
        { models: 2, calls: 48, quota: 8 * (20 + 200 + 1500 + 3 * 300), unpriced: 1 },
      ])
      const { quota } = (await root.get('/api/user/self')).data
      const made = await tryOut(id)
      expect(made).toMatchObject({ made_by: 'root' })
      expect(made.made_at).toBeGreaterThan(1_700_000_000)
      expect(made.tries).toHaveLength(48)
      expect([...new Set(made.tries.map(({ dialect }: CardTry) => dialect))]).toHaveLength(4)
      expect(outcomes(made.tries, 'text')).toEqual(new Set(['can']))
      for (const wish of ['tools', 'picture'] as const) expect(outcomes(made.tries, wish)).toEqual(new Set(['refused']))
      const refused = made.tries.find(({ outcome }: CardTry) => outcome === 'refused')
      expect(refused.reason).toBe('HTTP 400 test_error')
      expect(vendor.calls.length).toBe(48)
      expect((await cardOf(id)).run).toMatchObject({ running: false, total: 48, done: 48, channel: id })
      expect((await root.get('/api/user/self')).data.quota).toBe(quota)
      const [act] = (await root.get('/api/audit/?page_size=1')).data.items
      expect(act).toMatchObject({ action: 'channel.try_out', target: `channel:${id}` })
    })

    it('sees whether a tool was called and a picture was seen, in the words of each dialect', async () => {
      const tries = (await tryOut(await add(other))).tries
      for (const wish of ['text', 'tools', 'picture'] as const) expect(outcomes(tries, wish)).toEqual(new Set(['can']))
      vendor.tell((call) => says(call, 'I cannot see that.'))
      const ignoring = (await tryOut(await add(vendor))).tries
      for (const wish of ['tools', 'picture'] as const) expect(outcomes(ignoring, wish)).toEqual(new Set(['ignored']))
    })

    it('is one at a time, and only of what small questions can be asked', async () => {
      const id = await add(vendor)
      vendor.tell((call) => ({ ...plain(call), afterMs: 300 }))
      expect((await root.post(`/api/channel/${id}/card`, {})).data).toMatchObject({ running: true, channel: id })
      expect((await root.post(`/api/channel/${id}/card`, {})).code).toBe('channel_run_going')
      await gateway().plane.channelRuns.idle()
      const drawer = await add(vendor, { models: 'dall-e-3' })
      expect((await root.post(`/api/channel/${drawer}/card`, {})).code).toBe('channel_untestable')
      expect((await root.get('/api/channel/999999/card')).code).toBe('channel_missing')
    })
  })

  describe('calls', () => {
    const tool = { type: 'function', function: { name: 'weather', parameters: { type: 'object' } } }
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }
    const bodies = {
      text: {},
      tools: { tools: [tool] },
      picture: { messages: [{ role: 'user', content: [image] }] },
    }
    const ask = async (wish: keyof typeof bodies) => {
      vendor.calls.length = 0
      other.calls.length = 0
      const { key } = await addRelayToken(root)
      const { status } = await callRelay(gateway(), key, { model: 'one', max_tokens: 10, ...bodies[wish] })
      return [status, vendor.calls.length, other.calls.length]
    }

    it('go past a channel whose card says that it cannot what they want, where another can', async () => {
      const first = await add(vendor, { priority: 10 })
      const second = await add(other)
      expect(await ask('tools')).toEqual([400, 1, 0])
      await tryOut(first)
      expect(await ask('text')).toEqual([200, 1, 0])
      for (const wish of ['tools', 'picture'] as const) expect(await ask(wish)).toEqual([200, 0, 1])
      const [row] = (await root.get('/api/log/?p=1&page_size=1&type=2')).data.items
      expect(JSON.parse(row.other).admin_info.skipped).toEqual([{ channel: first, reason: 'card_lacks' }])
      await root.put('/api/channel/', { id: second, status: 2 })
      expect(await ask('tools')).toEqual([400, 1, 0])
      await root.put('/api/channel/', { id: second, status: 1 })
      await root.put('/api/channel/', { id: first, setting: JSON.stringify({ ignore_card: true }) })
      expect(await ask('tools')).toEqual([400, 1, 0])
    })

    it('come back to it when the others have failed, and learn nothing from what failed otherwise', async () => {
      const first = await add(vendor, { priority: 10 })
      await add(other)
      await tryOut(first)
      vendor.tell(able)
      other.tell(() => refusal(500, 'broken'))
      expect(await ask('tools')).toEqual([200, 1, 1])
      other.tell(able)
      vendor.tell((call) => (wants(call) === 'text' ? says(call, 'Hi.') : refusal(429, 'slow down')))
      await tryOut(first)
      vendor.tell(able)
      expect(await ask('tools')).toEqual([200, 1, 0])
    })
  })
})
