import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, priceModels } from '#testing/relay-client.ts'

type Asked = { status: number; json: ReturnType<typeof JSON.parse> }

/** An account at a vendor: what is made there has its name in its id. */
const startAccount = async (name: string): Promise<AnsweringUpstream> => {
  let made = 0
  const kept = new Map<string, object>()
  const failing = new Set<string>()
  return startAnsweringUpstream(({ method, path, body, headers }, response) => {
    const place = path.split('?')[0] ?? ''
    const [, , collection = '', id, within, file, part] = place.split('/')
    const isCache = collection === 'cachedContents'
    if (collection === 'responses') return answerJson(response, 200, answer)
    if (collection === 'models') return answerJson(response, 200, contents)
    if (method === 'POST' && id === undefined) {
      made += 1
      const thing = isCache ? { name: `cachedContents/${name}-${made}`, model: body.model } : { id: `${name}-${made}` }
      kept.set(`${collection}/${name}-${made}`, thing)
      if (body.name === 'out of reach') failing.add(`${name}-${made}`)
      return answerJson(response, 200, thing)
    }
    if (id === undefined) return answerJson(response, 200, { data: [...kept.values()] })
    const thing = kept.get(`${collection}/${id}`)
    if (thing === undefined) return answerJson(response, 404, { error: { message: 'Not there.' } })
    if (method === 'GET' && failing.has(id)) return answerJson(response, 500, { error: { message: 'Broken.' } })
    if (file === 'odd') {
      response.writeHead(200, { 'content-type': part === undefined ? 'Application/JSON' : 'application/problem+json' })
      response.end(JSON.stringify({ error: { message: `refused by sk-upstream at ${headers.host}` } }))
      return
    }
    if (within === 'files') return answerJson(response, 200, { id: `file-of-${id}` })
    if (within === 'items') return answerJson(response, 200, { data: [{ id: `item-of-${id}` }] })
    if (method === 'DELETE') kept.delete(`${collection}/${id}`)
    answerJson(response, 200, method === 'DELETE' ? { deleted: true } : thing)
  })
}

const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 }
const answer = { id: 'resp_1', object: 'response', status: 'completed', model: 'm', output: [], usage }
const contents = {
  candidates: [{ content: { role: 'model', parts: [{ text: 'Rain.' }] }, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
}

eachGateway((gateway) => {
  let first: AnsweringUpstream
  let second: AnsweringUpstream
  let root: TestClient
  let key: string
  let strangersKey: string

  beforeAll(async () => {
    first = await startAccount('one')
    second = await startAccount('two')
    root = await gateway().asRoot()
    await priceModels(root, ['gpt', 'gemini', 'other'])
    await addRelayChannel(root, { base_url: first.url, models: 'gpt,other', priority: 5 })
    await addRelayChannel(root, { base_url: second.url, models: 'gpt' })
    await addRelayChannel(root, {
      ...{ type: 24, base_url: second.url, models: 'gemini', model_mapping: '{"gemini":"gemini-2.5-flash"}' },
    })
    key = (await addRelayToken(root)).key
    const member = await gateway().asUser('stranger')
    strangersKey = (await addRelayToken(member)).key
  })
  afterAll(() => Promise.all([first?.close(), second?.close()]))

  const allow = (value: string) => root.put('/api/option/', { key: 'CostlyThingsKept', value })
  const ask = async (method: string, path: string, body?: object, owner = key): Promise<Asked> => {
    const response = await fetch(gateway().url + path, {
      method,
      headers: { authorization: `Bearer ${owner}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, json: text === '' ? undefined : JSON.parse(text) }
  }
  const callsOf = () => first.calls.length + second.calls.length

  it('a conversation is made, read, gone on with and deleted where it is kept', async () => {
    const { status, json } = await ask('POST', '/v1/conversations', { metadata: { topic: 'rain' } })
    expect([status, json.id]).toEqual([200, expect.stringMatching(/^one-/)])
    expect(first.calls.at(-1)?.body).toEqual({ metadata: { topic: 'rain' } })
    expect(await ask('GET', `/v1/conversations/${json.id}`)).toMatchObject({ status: 200, json: { id: json.id } })
    expect(await ask('GET', `/v1/conversations/${json.id}/items?limit=2`)).toMatchObject({ status: 200 })
    expect(first.calls.at(-1)?.path).toBe(`/v1/conversations/${json.id}/items?limit=2`)
    for (let time = 0; time < 3; time += 1) {
      const asked = { model: 'gpt', input: 'Hi.', conversation: json.id }
      expect(await ask('POST', '/v1/responses', asked)).toMatchObject({ status: 200 })
      expect(first.calls.at(-1)?.body.conversation).toBe(json.id)
    }
    expect(await ask('DELETE', `/v1/conversations/${json.id}`)).toMatchObject({ status: 200, json: { deleted: true } })
    expect(await ask('GET', `/v1/conversations/${json.id}`)).toMatchObject({ status: 404 })
  })

  it('what another user keeps is not found, whatever is asked of it, and the upstream is not asked', async () => {
    const { id } = (await ask('POST', '/v1/conversations', {})).json
    const before = callsOf()
    for (const [method, path, body] of [
      ['GET', `/v1/conversations/${id}`],
      ['POST', `/v1/conversations/${id}`, { metadata: {} }],
      ['DELETE', `/v1/conversations/${id}`],
      ['POST', `/v1/conversations/${id}/items`, { items: [] }],
      ['GET', `/v1/conversations/${id}/items/item-of-${id}`],
      ['POST', '/v1/responses', { model: 'gpt', input: 'Hi.', conversation: id }],
      ['POST', '/v1/conversations', { items: [{ type: 'item_reference', id: `item-of-${id}` }] }],
    ] as const) {
      expect(await ask(method, path, body, strangersKey)).toMatchObject({ status: 404 })
    }
    expect(callsOf()).toBe(before)
  })

  it('what costs something to keep is kept only where the operator allows it', async () => {
    await allow('false')
    const before = callsOf()
    for (const path of ['/v1/containers', '/v1/vector_stores', '/v1beta/cachedContents']) {
      expect(await ask('POST', path, { name: 'n', model: 'models/gemini' })).toMatchObject({ status: 501 })
      expect(await ask('GET', path)).toMatchObject({ status: 501 })
    }
    expect(callsOf()).toBe(before)
  })

  describe('what the operator allows', () => {
    beforeAll(() => allow('true'))

    it.each(['containers', 'vector_stores'])('is listed for its owner alone: %s', async (collection) => {
      const mine = (await ask('POST', `/v1/${collection}`, { name: 'mine' })).json.id
      const theirs = (await ask('POST', `/v1/${collection}`, { name: 'theirs' }, strangersKey)).json.id
      const idsOf = async (owner: string) =>
        (await ask('GET', `/v1/${collection}`, undefined, owner)).json.data.map(({ id }: { id: string }) => id)
      expect(await idsOf(key)).toEqual([mine])
      expect(await idsOf(strangersKey)).toEqual([theirs])
      await ask('DELETE', `/v1/${collection}/${mine}`)
      expect(await idsOf(key)).toEqual([])
    })

    describe('and is listed in pages', () => {
      const idsOf = (json: Asked['json']): string[] => json.data.map(({ id }: { id: string }) => id)
      const made: string[] = []

      beforeAll(async () => {
        for (const { id } of (await ask('GET', '/v1/vector_stores?limit=100')).json.data)
          await ask('DELETE', `/v1/vector_stores/${id}`)
        for (let at = 0; at < 25; at += 1)
          made.push((await ask('POST', '/v1/vector_stores', { name: `${at}` })).json.id)
        await ask('POST', '/v1/vector_stores', { name: 'theirs' }, strangersKey)
      })

      const page = (query: string) => ask('GET', `/v1/vector_stores${query}`)

      it('forwards from the end of the one before, in either order, and backwards', async () => {
        const first = (await page('')).json
        const second = (await page(`?after=${first.last_id}`)).json
        expect([first.has_more, second.has_more]).toEqual([true, false])
        expect([idsOf(first).length, idsOf(second).length]).toEqual([20, 5])
        const all = [...idsOf(first), ...idsOf(second)]
        expect(all.toSorted()).toEqual(made.toSorted())
        expect([first.first_id, first.last_id]).toEqual([all[0], all[19]])
        expect(idsOf((await page('?order=asc&limit=100')).json)).toEqual(all.toReversed())
        const before = (await page(`?before=${all[20]}&limit=3`)).json
        expect([idsOf(before), before.has_more]).toEqual([all.slice(17, 20), true])
        const beginning = (await page(`?before=${all[3]}&limit=3`)).json
        expect([idsOf(beginning), beginning.has_more]).toEqual([all.slice(0, 3), false])
      })

      it('by the official client, to its end, also while what it finds is deleted or goes away', async () => {
        const client = new OpenAI({ apiKey: key, baseURL: `${gateway().url}/v1`, maxRetries: 0 })
        const all: string[] = []
        for await (const { id } of client.vectorStores.list({ limit: 4 })) {
          all.push(id)
          await client.vectorStores.delete(id)
          // Of those that come next some are gone at the upstream itself.
          if (all.length === 4) {
            const { json } = await page('?limit=6')
            for (const gone of idsOf(json)) await fetch(`${first.url}/v1/vector_stores/${gone}`, { method: 'DELETE' })
          }
        }
        expect(new Set(all).size).toBe(25 - 6)
        expect((await page('')).json).toEqual({
          object: 'list',
          data: [],
          first_id: null,
          last_id: null,
          has_more: false,
        })
      })

      it.each([
        ['?limit=0', 400],
        ['?limit=101', 400],
        ['?limit=many', 400],
        ['?order=up', 400],
        ['?after=one&before=two', 400],
        ['?after=never-made', 404],
      ])('and no list is made up where %s is asked for', async (query, status) => {
        expect((await page(query)).status).toBe(status)
      })

      it('and what is another’s is no place in it', async () => {
        const { id } = (await ask('POST', '/v1/vector_stores', {}, strangersKey)).json
        expect((await page(`?after=${id}`)).status).toBe(404)
      })

      it('of caches of Gemini by their tokens', async () => {
        const names: string[] = []
        for (let at = 0; at < 3; at += 1)
          names.push((await ask('POST', '/v1beta/cachedContents', { model: 'models/gemini', contents: [] })).json.name)
        const found: string[] = []
        let token = ''
        do {
          const { json } = await ask('GET', `/v1beta/cachedContents?pageSize=2&pageToken=${token}`)
          found.push(...json.cachedContents.map(({ name }: { name: string }) => name))
          token = json.nextPageToken ?? ''
        } while (token !== '')
        expect(found.toSorted()).toEqual(names.toSorted())
        for (const name of names) await ask('DELETE', `/v1beta/${name}`)
      })
    })

    it('is not left out of the list where its upstream fails: the list fails as well', async () => {
      const { id } = (await ask('POST', '/v1/containers', { name: 'out of reach' })).json
      expect((await ask('GET', '/v1/containers')).status).toBe(500)
      expect((await ask('DELETE', `/v1/containers/${id}`)).status).toBe(200)
      expect((await ask('GET', '/v1/containers')).status).toBe(200)
    })

    it('is gone where its upstream no longer has it', async () => {
      const { id } = (await ask('POST', '/v1/vector_stores', {})).json
      await fetch(`${first.url}/v1/vector_stores/${id}`, { method: 'DELETE' })
      expect(await ask('GET', `/v1/vector_stores/${id}`)).toMatchObject({ status: 404 })
      expect((await ask('GET', '/v1/vector_stores')).json.data).toEqual([])
    })

    it('is named by later calls, which go where it is', async () => {
      const { id } = (await ask('POST', '/v1/vector_stores', {})).json
      const tools = [{ type: 'file_search', vector_store_ids: [id] }]
      expect(await ask('POST', '/v1/responses', { model: 'gpt', input: 'Hi.', tools })).toMatchObject({ status: 200 })
      expect(first.calls.at(-1)?.body.tools).toEqual(tools)
      expect(await ask('POST', '/v1/responses', { model: 'gpt', input: 'Hi.', tools }, strangersKey)).toMatchObject({
        status: 404,
      })
    })

    it('may be a cache of Gemini, of a model by whatever name the channel has for it', async () => {
      const made = await ask('POST', '/v1beta/cachedContents', { model: 'models/gemini', contents: [], ttl: '300s' })
      expect([made.status, second.calls.at(-1)?.body.model]).toEqual([200, 'models/gemini-2.5-flash'])
      const { name } = made.json
      expect(await ask('GET', `/v1beta/${name}`)).toMatchObject({ status: 200, json: { name } })
      expect((await ask('GET', '/v1beta/cachedContents')).json.cachedContents).toMatchObject([{ name }])
      const asking = { contents: [{ role: 'user', parts: [{ text: 'Hi.' }] }], cachedContent: name }
      expect(await ask('POST', '/v1beta/models/gemini:generateContent', asking)).toMatchObject({ status: 200 })
      expect(second.calls.at(-1)?.body.cachedContent).toBe(name)
      expect(await ask('GET', `/v1beta/${name}`, undefined, strangersKey)).toMatchObject({
        status: 404,
        json: { error: { status: 'NOT_FOUND' } },
      })
      expect(await ask('DELETE', `/v1beta/${name}`)).toMatchObject({ status: 200 })
    })

    it('holds no tools that a call would be refused with, and is of one model that the key may use', async () => {
      const before = callsOf()
      for (const [place, more] of [
        ['tools[0]: ', { tools: [{ googleMaps: {} }] }],
        ['tools[0]: ', { tools: { retrieval: { vertexRagStore: {} } } }],
        ['model: ', { model: ['models/gemini'] }],
      ] as const) {
        const made = await ask('POST', '/v1beta/cachedContents', { model: 'models/gemini', contents: [], ...more })
        expect([made.status, made.json.error.message]).toEqual([400, expect.stringContaining(place)])
      }
      expect(callsOf()).toBe(before)
      const tools = [{ functionDeclarations: [{ name: 'f' }] }]
      const made = await ask('POST', '/v1beta/cachedContents', { model: 'models/gemini', contents: [], tools })
      expect(made.status).toBe(200)
      expect(await ask('DELETE', `/v1beta/${made.json.name}`)).toMatchObject({ status: 200 })
    })

    it('is not filled with what is another’s, in whatever form that is named', async () => {
      const theirs = (await ask('POST', '/v1/containers', {}, strangersKey)).json.id
      const file = (await ask('POST', `/v1/containers/${theirs}/files`, { file_id: undefined }, strangersKey)).json.id
      const { id } = (await ask('POST', '/v1/containers', {})).json
      const before = callsOf()
      const form = new FormData()
      form.append('file_id', file)
      const headers = { authorization: `Bearer ${key}` }
      const sent = await fetch(`${gateway().url}/v1/containers/${id}/files`, { method: 'POST', headers, body: form })
      expect(sent.status).toBe(404)
      expect(await ask('POST', '/v1/vector_stores', { file_ids: [file] })).toMatchObject({ status: 404 })
      const doubled = await fetch(`${gateway().url}/v1/vector_stores`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: `{"file_ids":["${file}"],"file_ids":[]}`,
      })
      expect(doubled.status).toBe(400)
      expect(callsOf()).toBe(before)
    })

    it('gives nothing of its account away, however its answer is called, and leaves files as they are', async () => {
      const container = (await ask('POST', '/v1/containers', {})).json.id
      const store = (await ask('POST', '/v1/vector_stores', {})).json.id
      for (const path of [`/v1/containers/${container}/files/odd`, `/v1/vector_stores/${store}/files/odd/content`]) {
        const { json } = await ask('GET', path)
        expect(json).toEqual({ error: { message: 'refused by *** at ***' } })
      }
      const { json } = await ask('GET', `/v1/containers/${container}/files/odd/content`)
      expect(json.error.message).toContain('sk-upstream')
    })

    it('is not reached by a path that leads elsewhere', async () => {
      const { id } = (await ask('POST', '/v1/containers', {})).json
      const before = callsOf()
      for (const path of [`/v1/containers/${id}/..%2f..%2ffiles`, `/v1/containers/${id}/files%3Fx`]) {
        expect((await ask('GET', path)).status).toBe(404)
      }
      expect(callsOf()).toBe(before)
    })
  })
})
