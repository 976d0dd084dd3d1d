import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DialectClient, fourClients, type Wish } from '#testing/four-clients.ts'
import { oneGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callPath, priceModels } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'
import { smallPicture } from '#testing/strict/client-cases.ts'
import { Refusal, strictObject, strictText, strictUsage } from '#testing/strict/strict-question.ts'
import { channelFacts, stillEnvironment, wantedCall } from '#testing/wanted.ts'
import { refusedWords, startWiredUpstream, unknownWords, type WiredUpstream } from '#testing/wires/wired-upstream.ts'
import { secretForm, secretOf, tokenOf, type WiredVendor, wiredVendors } from '#testing/wires/wired-vendors.ts'
import { providers } from './index.ts'
import { watsonx } from './watsonx.ts'

const schema = {
  type: 'object',
  properties: { city: { type: 'string' }, degrees: { type: 'number' } },
  required: ['city', 'degrees'],
}
const tool = { name: 'report', schema }
const pictureText = `A picture: image/png, ${Buffer.from(smallPicture, 'base64').length} bytes.`
const clients = ['chat', 'responses', 'messages', 'contents'] as const

const options = { RetryTimes: '0', AutomaticDisableChannelEnabled: 'true' }

type Asked = { client: keyof typeof fourClients; streams: boolean }
const eachWay = clients.flatMap((client) => [false, true].map((streams): Asked => ({ client, streams })))
const clientOf = ({ client }: Asked): DialectClient => fourClients[client]

it('Every vendor that converses is among them', () => {
  const conversing = providers.filter(({ operations }) => operations.has('chat'))
  expect(new Set(wiredVendors.map(({ provider }) => provider))).toEqual(new Set(conversing))
})

describe('every vendor that converses', () => {
  oneGateway((gateway) => {
    let upstream: WiredUpstream
    let root: TestClient
    let token: string
    /** All that any client was told. */
    const heard: string[] = []

    beforeAll(async () => {
      upstream = await startWiredUpstream()
      root = await gateway().asRoot()
      for (const [key, value] of Object.entries(options)) await root.put('/api/option/', { key, value })
      // Nobody answers at this name, so that what is posted stays where it can be seen.
      await root.put('/api/user/setting', { notify_type: 'webhook', webhook_url: 'https://hooks.invalid.example/' })
      await priceModels(
        root,
        wiredVendors.map(({ model }) => model),
      )
      for (const vendor of wiredVendors) {
        const url = upstream.addressOf(vendor)
        const channel = { type: vendor.provider.type, key: vendor.keyAt(url), base_url: url, models: vendor.model }
        await addRelayChannel(root, { name: vendor.name, auto_ban: 1, ...channel, ...vendor.fields })
      }
      await exchangeAhead()
      token = (await addRelayToken(root)).key
    })
    afterAll(() => upstream?.close())
    expectSettledBooks(gateway)

    /** The one whose token service has an address that nobody can change. */
    const exchangeAhead = async () => {
      const request = { origin: '', path: '', method: 'POST', body: Buffer.alloc(0), wanted: wantedCall({}) }
      const told = { access_token: tokenOf(watsonx.name), expires_in: 3600 }
      const environment = stillEnvironment({
        now: Date.now,
        fetch: async () => ({ status: 200, body: JSON.stringify(told) }),
      })
      await watsonx.headers(channelFacts(), secretOf(watsonx.name), request, environment)
    }

    const ask = async ({ model }: WiredVendor, way: Asked, wish: Partial<Wish>) => {
      const { path, body, headers } = clientOf(way).asks({
        model,
        streams: way.streams,
        words: 'Say something.',
        ...wish,
      })
      const answer = await callPath(gateway(), token, path, body, headers)
      heard.push(JSON.stringify([...answer.headers]), answer.text)
      return answer
    }

    /** Asks in every dialect, whole and streamed, all at once; each must be understood like this. */
    const expectUnderstood = async (vendor: WiredVendor, wish: Partial<Wish>, expected: object) => {
      const seen = await Promise.all(
        eachWay.map(async (way) => {
          const answer = await ask(vendor, way, wish)
          try {
            expect(answer.status).toBe(200)
            const { text, calls, used } = clientOf(way).understands(answer, way.streams)
            return { ...way, text, calls, ...(vendor.wire('').countsNothing ? {} : { used }) }
          } catch (error) {
            return { ...way, failed: String(error), status: answer.status, answer: answer.text }
          }
        }),
      )
      expect(seen).toEqual(eachWay.map((way) => ({ ...way, ...expected })))
    }

    const used = { input: strictUsage.input, output: strictUsage.output }
    const usedBy = (vendor: WiredVendor) => (vendor.wire('').countsNothing ? {} : { used })
    const lacking = (vendor: WiredVendor, what: 'tools' | 'pictures') => vendor.wire('').lacks?.includes(what) === true

    const rowsOf = async ({ model }: WiredVendor) => {
      await gateway().plane.domain.ledger.drain()
      const query = new URLSearchParams({ p: '1', page_size: '100', type: '2', model_name: model })
      return (await root.get(`/api/log/?${query}`)).data.items
    }

    const named = wiredVendors.map((vendor) => [vendor.name, vendor] as const)

    it.each(named)(
      '%s answers whole and streamed in every dialect, and is charged as it tells',
      async (_name, vendor) => {
        await expectUnderstood(vendor, {}, { text: strictText, calls: [], ...usedBy(vendor) })
        const rows = await rowsOf(vendor)
        expect(rows).toHaveLength(eachWay.length)
        for (const row of rows) {
          expect(row.quota).toBe(row.prompt_tokens + row.completion_tokens)
          if (vendor.wire('').countsNothing) expect(row.quota).toBeGreaterThan(0)
          else expect(row).toMatchObject({ prompt_tokens: used.input, completion_tokens: used.output })
        }
        expect(rows.filter((row: { is_stream: boolean }) => row.is_stream)).toHaveLength(clients.length)
      },
    )

    it.each(named)('%s calls tools in every dialect, or says that it has none', async (_name, vendor) => {
      if (lacking(vendor, 'tools')) return expectRefused(vendor, { tool }, /tools/)
      const calls = [{ name: tool.name, arguments: strictObject }]
      await expectUnderstood(vendor, { tool }, { text: '', calls, ...usedBy(vendor) })
    })

    it.each(named)('%s is shown pictures in every dialect, or says that it sees none', async (_name, vendor) => {
      const picture = smallPicture
      if (lacking(vendor, 'pictures')) return expectRefused(vendor, { picture }, /text|address/)
      await expectUnderstood(vendor, { picture }, { text: pictureText, calls: [], ...usedBy(vendor) })
    })

    const expectRefused = async (vendor: WiredVendor, wish: Partial<Wish>, words: RegExp) => {
      const before = (await rowsOf(vendor)).length
      const seen = await Promise.all(
        eachWay.map(async (way) => {
          const { status, json } = await ask(vendor, way, wish)
          return { ...way, status, said: clientOf(way).refusalIn(json) }
        }),
      )
      const refused = { status: 400, said: expect.stringMatching(words) }
      expect(seen).toEqual(eachWay.map((way) => ({ ...way, ...refused })))
      expect(await rowsOf(vendor)).toHaveLength(before)
    }

    it.each(named)('%s refuses in the words of every dialect, for nothing', (_name, vendor) =>
      expectRefused(vendor, { words: refusedWords }, /not like this/),
    )

    it('was asked for nothing that a vendor does not know', () => {
      expect(upstream.surprises).toEqual([])
    })

    it('T62: no key of any vendor is told to a client, in a log, a row, a reason or a notice', async () => {
      for (const [index, vendor] of wiredVendors.entries()) {
        const way = eachWay[index % eachWay.length] ?? { client: 'chat', streams: false }
        expect((await ask(vendor, way, { words: unknownWords })).status).toBeGreaterThanOrEqual(400)
      }
      const { database, domain } = gateway().plane
      // Some refuse a key under a success, in words that are not read as a fault of the key.
      const plain = wiredVendors.filter(({ wire }) => wire('').failure(new Refusal('', 401)).status === 401)
      await expect.poll(async () => (await disabledChannels()).length).toBeGreaterThanOrEqual(plain.length)
      const failures = async () => (await root.get('/api/log/?p=1&page_size=100&type=6')).data.items
      await expect.poll(async () => (await failures()).length).toBeGreaterThan(0)
      const notices = await database.query.selectFrom('deliveries').selectAll().execute()
      const sealed = notices.map(({ payload_sealed }) => domain.vault.open(payload_sealed))
      expect(sealed.join('\n')).toContain('not like this')
      const told = {
        clients: heard,
        log: gateway().logLines,
        rows: [(await root.get('/api/log/?p=1&page_size=100')).text, JSON.stringify(await failures())],
        reasons: (await disabledChannels()).map(({ other_info }) => other_info),
        notices: sealed,
      }
      for (const [place, texts] of Object.entries(told)) {
        expect([place, texts.find((text) => secretForm.test(text))]).toEqual([place, undefined])
      }
    })

    const disabledChannels = async (): Promise<{ other_info: string }[]> =>
      (await root.get('/api/channel/?p=1&page_size=100&status=3')).data.items
  })
})
