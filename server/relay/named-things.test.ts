import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { namedThings } from '#protocols/named-things.ts'
import type { AnsweringUpstream } from '#testing/answering-upstream.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { startMaker } from '#testing/making-upstream.ts'
import { addRelayChannel, addRelayToken, callPath, priceModels, type RelayAnswer } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'

type Body = Record<string, unknown>
type Way = { path: string; body: Body }

const text = { type: 'text', text: 'Hi.' }
const chat = (part: unknown): Way => ({
  path: '/v1/chat/completions',
  body: { model: 'gpt', messages: [{ role: 'user', content: [text, part] }] },
})
const responses = (more: Body): Way => ({ path: '/v1/responses', body: { model: 'gpt', input: 'Hi.', ...more } })
const item = (value: Body): Way => responses({ input: [{ role: 'user', content: 'Hi.' }, value] })
const messages = (more: Body, part: unknown = text): Way => ({
  path: '/v1/messages',
  body: { model: 'claude', max_tokens: 9, messages: [{ role: 'user', content: [text, part] }], ...more },
})
const gemini = (more: Body, part: unknown = { text: 'Hi.' }): Way => ({
  path: '/v1beta/models/gemini:generateContent',
  body: { contents: [{ role: 'user', parts: [part] }], ...more },
})
const execution = { tools: [{ type: 'code_execution_20250825', name: 'code_execution' }] }

/** How something comes to be kept for a user, and by the beginning of which id it is found in the answer. */
const makers: Readonly<Record<string, Way>> = {
  resp: responses({}),
  msg: responses({}),
  rs: responses({}),
  ig: responses({}),
  cntr: responses({ tools: [{ type: 'code_interpreter', container: { type: 'auto' } }], store: false }),
  cfile: responses({}),
  container: messages(execution),
  file: messages(execution),
  audio: {
    path: '/v1/chat/completions',
    body: { model: 'gpt', messages: [{ role: 'user', content: 'Hi.' }], modalities: ['text', 'audio'], audio: {} },
  },
}

/** Where an id can stand, and what it is made as; without a maker nobody has one. */
const places: readonly (readonly [name: string, maker: string | undefined, way: (id: string) => Way])[] = [
  ['a file of chat', 'cfile', (id) => chat({ type: 'file', file: { file_id: id } })],
  ['a file in another case', 'cfile', (id) => chat({ type: 'file', file: { fileId: id } })],
  ['a picture by a vendor’s address', undefined, (id) => chat({ type: 'image_url', image_url: { url: `ms://${id}` } })],
  [
    'a file in the words of the system',
    undefined,
    (id) => ({
      path: '/v1/chat/completions',
      body: {
        model: 'gpt',
        messages: [
          { role: 'system', content: `fileid://${id}` },
          { role: 'user', content: 'Hi.' },
        ],
      },
    }),
  ],
  [
    'a file in the words of the system, as messages have them',
    undefined,
    (id) => messages({ system: `fileid://${id}` }),
  ],
  ['a file in instructions', undefined, (id) => responses({ instructions: `fileid://${id}` })],
  [
    'a file in an instruction',
    undefined,
    (id) => gemini({ systemInstruction: { parts: [{ text: `fileid://${id}` }] } }),
  ],
  [
    'a file in the words of the system beside a prompt',
    undefined,
    (id) => ({
      path: '/api/generate',
      body: { model: 'gpt', system: `fileid://${id}`, prompt: 'Hi.' },
    }),
  ],
  [
    'a sound said before',
    'audio',
    (id) => ({
      path: '/v1/chat/completions',
      body: {
        model: 'gpt',
        messages: [
          { role: 'assistant', audio: { id } },
          { role: 'user', content: 'Hi.' },
        ],
      },
    }),
  ],
  [
    'a voice',
    undefined,
    (id) => ({
      path: '/v1/chat/completions',
      body: { ...makers.audio?.body, audio: { voice: { id }, format: 'mp3' } },
    }),
  ],
  [
    'a voice of speech',
    undefined,
    (id) => ({
      path: '/v1/audio/speech',
      body: { model: 'gpt', input: 'Hi.', voice: { id } },
    }),
  ],
  [
    'a picture to change',
    'cfile',
    (id) => ({
      path: '/v1/images/edits',
      body: { model: 'gpt', prompt: 'Hi.', images: [{ file_id: id }] },
    }),
  ],
  ['an earlier answer', 'resp', (id) => responses({ previous_response_id: id })],
  [
    'an earlier answer in another dialect',
    'resp',
    (id) => ({
      path: '/v1/chat/completions',
      body: { model: 'gpt', messages: [{ role: 'user', content: 'Hi.' }], previous_response_id: id },
    }),
  ],
  [
    'an answer to make smaller',
    'resp',
    (id) => ({
      path: '/v1/responses/compact',
      body: { model: 'gpt', previous_response_id: id },
    }),
  ],
  ['a conversation', undefined, (id) => responses({ conversation: id })],
  ['a conversation as an object', undefined, (id) => responses({ conversation: { id } })],
  ['a prompt', undefined, (id) => responses({ prompt: { id } })],
  ['an item', 'msg', (id) => item({ type: 'item_reference', id })],
  ['an item without a type', 'msg', (id) => item({ id })],
  ['a picture of an answer', 'ig', (id) => item({ type: 'image_generation_call', id })],
  ['thoughts of an answer', 'rs', (id) => item({ type: 'reasoning', id, summary: [] })],
  ['an approval', undefined, (id) => item({ type: 'mcp_approval_response', approval_request_id: id, approve: true })],
  ['a file of an item', 'cfile', (id) => item({ role: 'user', content: [{ type: 'input_file', file_id: id }] })],
  [
    'a picture of a tool',
    'cfile',
    (id) => item({ type: 'function_call_output', call_id: 'c', output: [{ type: 'input_image', file_id: id }] }),
  ],
  ['a container', 'cntr', (id) => responses({ tools: [{ type: 'code_interpreter', container: id }] })],
  [
    'files of a container',
    'cfile',
    (id) => responses({ tools: [{ type: 'code_interpreter', container: { type: 'auto', file_ids: [id] } }] }),
  ],
  [
    'a container of a shell',
    'cntr',
    (id) => responses({ tools: [{ type: 'shell', environment: { type: 'container_reference', container_id: id } }] }),
  ],
  ['a store to search in', undefined, (id) => responses({ tools: [{ type: 'file_search', vector_store_ids: [id] }] })],
  ['a mask', 'cfile', (id) => responses({ tools: [{ type: 'image_generation', input_image_mask: { file_id: id } }] })],
  ['a container of messages', 'container', (id) => messages({ container: id, ...execution })],
  ['a container as an object', 'container', (id) => messages({ container: { id, skills: [] }, ...execution })],
  ['a skill', undefined, (id) => messages({ container: { skills: [{ type: 'custom', skill_id: id }] } })],
  ['a file to put in', 'file', (id) => messages(execution, { type: 'container_upload', file_id: id })],
  ['a document', 'file', (id) => messages({}, { type: 'document', source: { type: 'file', file_id: id } })],
  [
    'a document that is only counted',
    'file',
    (id) => ({
      ...messages({}, { type: 'document', source: { type: 'file', file_id: id } }),
      path: '/v1/messages/count_tokens',
    }),
  ],
  ['a file of contents', undefined, (id) => gemini({}, { fileData: { fileUri: `files/${id}` } })],
  ['an object of a bucket', undefined, (id) => gemini({}, { file_data: { file_uri: `gs://${id}/a` } })],
  ['a cache', undefined, (id) => gemini({ cachedContent: `cachedContents/${id}` })],
  ['a cache in the other spelling', undefined, (id) => gemini({ cached_content: `cachedContents/${id}` })],
  ['stores of contents', undefined, (id) => gemini({ tools: [{ fileSearch: { fileSearchStoreNames: [id] } }] })],
]

eachGateway((gateway) => {
  expectSettledBooks(gateway)
  let first: AnsweringUpstream
  let second: AnsweringUpstream
  let root: TestClient
  let owner: string
  let stranger: string

  beforeAll(async () => {
    first = await startMaker('first')
    second = await startMaker('second')
    root = await gateway().asRoot()
    await priceModels(root, ['gpt', 'claude', 'gemini'])
    for (const { url } of [first, second]) {
      await addRelayChannel(root, { base_url: url, models: 'gpt', key: 'sk-one,sk-two' })
      await addRelayChannel(root, { type: 14, base_url: url, models: 'claude', key: 'sk-one,sk-two' })
      await addRelayChannel(root, { type: 24, base_url: url, models: 'gemini' })
    }
    owner = (await addRelayToken(root)).key
    // How many things are made until each channel keeps one is left to chance.
    const plenty = { ref: 'plenty', userId: root.userId, kind: 'adjust', amount: 1_000_000_000, operatorId: 1 } as const
    await gateway().plane.domain.ledger.credit(plenty)
    const member = await gateway().asUser('stranger')
    const { id } = (await member.get('/api/user/self')).data
    await root.put('/api/user/', { ...(await root.get(`/api/user/${id}`)).data, quota: 1_000_000 })
    stranger = (await addRelayToken(member)).key
  })
  afterAll(async () => {
    await first?.close()
    await second?.close()
  })

  const reached = () => first.calls.length + second.calls.length
  const ask = ({ path, body }: Way, key: string): Promise<RelayAnswer> => callPath(gateway(), key, path, body)
  const make = async (maker: string, more: Body = {}): Promise<string> => {
    const { path, body } = makers[maker] ?? { path: '', body: {} }
    const answer = await ask({ path, body: { ...body, ...more } }, owner)
    const [id] = new RegExp(`\\b${maker}_(?:first|second)_\\d+`).exec(answer.text) ?? []
    expect([maker, answer.status, id]).toEqual([maker, 200, expect.any(String)])
    return id ?? ''
  }
  const refused = async (way: Way, key: string, id: string) => {
    const before = reached()
    const answer = await ask(way, key)
    expect([answer.status === 404 || answer.status === 400, answer.text]).toEqual([true, expect.stringContaining(id)])
    expect(answer.text).toMatch(/not found/)
    expect(reached()).toBe(before)
  }

  describe('an id of something kept at an upstream’s account', () => {
    it.each(places)('is not found where nobody made it through here: %s', async (_, __, way) => {
      await refused(way('id_unheard_of'), owner, 'id_unheard_of')
    })

    it.each(places.filter(([, maker]) => maker !== undefined))(
      'is its maker’s alone, and goes where it was made, with the key it was made with: %s',
      async (_, maker, way) => {
        for (const stream of [false, true]) {
          const id = await make(maker ?? '', { stream })
          const keeper = id.includes('first') ? first : second
          const made = keeper.calls.at(-1)
          await refused(way(id), stranger, id)
          for (let turn = 0; turn < 3; turn += 1) {
            await ask(way(id), owner)
            const asked = keeper.calls.at(-1)
            expect(asked?.text).toContain(id)
            expect(asked?.headers.authorization ?? asked?.headers['x-api-key']).toBe(
              made?.headers.authorization ?? made?.headers['x-api-key'],
            )
          }
        }
      },
    )

    it('opens no model to a key whose list does not have it, wherever the id stands', async () => {
      const limits = { model_limits_enabled: true, model_limits: 'another' }
      const narrow = (await addRelayToken(root, limits)).key
      for (const [, maker, way] of places) {
        if (maker === undefined) continue
        const id = await make(maker)
        const before = reached()
        const answer = await ask(way(id), narrow)
        expect([answer.status, answer.text]).toEqual([403, expect.stringContaining("can't use model")])
        expect(reached()).toBe(before)
      }
    })

    it('is found after the note has left memory', async () => {
      const id = await make('cntr')
      await gateway().plane.domain.ownedThings.drain()
      const way = responses({ tools: [{ type: 'code_interpreter', container: id }] })
      expect((await ask(way, owner)).status).toBe(200)
      await refused(way, stranger, id)
    })

    it('is not taken over from what an answer only cites', async () => {
      const answer = await ask(responses({}), owner)
      const [id = ''] = /theirs_\w+_\d+/.exec(answer.text) ?? []
      await refused(chat({ type: 'file', file: { file_id: id } }), owner, id)
    })

    it('is not hidden by members that mean something else in other places', async () => {
      const id = await make('msg')
      const input = [{ role: 'user', content: 'Hi.' }]
      const reference = { type: 'item_reference', id }
      await refused(responses({ type: 'tool_use', input: [...input, reference] }), stranger, id)
      await refused(responses({ name: 'any', input: [...input, reference] }), stranger, id)
      const thought = { type: 'reasoning', id, summary: [] }
      await refused(responses({ input: [...input, reference, thought] }), stranger, id)
      await refused(responses({ input: [...input, thought, reference] }), stranger, id)
      for (const path of ['v1beta/%66iles/abc', 'v1beta/\nfiles/abc']) {
        const fileUri = `https://generativelanguage.googleapis.com/${path}`
        const answer = await ask(gemini({}, { fileData: { fileUri } }), stranger)
        expect([answer.status, answer.text]).toEqual([404, expect.stringContaining('was not found')])
      }
    })

    it('is looked for no further than anybody names things', async () => {
      const content = Array.from({ length: 200_000 }, (_, index) => `fileid://f${index}`).join(' ')
      const body = { model: 'gpt', messages: [{ role: 'system', content }] }
      expect(namedThings(body)?.length).toBeLessThan(2000)
      const answer = await ask({ path: '/v1/chat/completions', body }, owner)
      expect([answer.status, answer.json.error.code]).toEqual([400, 'things_too_many'])
    })

    it('cannot be used together with one that another channel keeps', async () => {
      const ids = new Map<string, string>()
      while (ids.size < 2) {
        const id = await make('cfile')
        ids.set(id.includes('first') ? 'first' : 'second', id)
      }
      const tools = [{ type: 'code_interpreter', container: { type: 'auto', file_ids: [...ids.values()] } }]
      const answer = await ask(responses({ tools }), owner)
      expect([answer.status, answer.json.error.code]).toEqual([400, 'things_apart'])
    })

    it('binds who picks a channel as well', async () => {
      const id = await make('msg')
      const { items } = (await root.get('/api/channel/?page_size=100')).data
      const other = items.find(
        ({ models, base_url }: { models: string; base_url: string }) =>
          models === 'gpt' && base_url === (id.includes('first') ? second : first).url,
      )
      const answer = await ask(item({ type: 'item_reference', id }), `${owner}-${other.id}`)
      expect([answer.status, answer.json.error.code]).toEqual([404, 'thing_channel_gone'])
      await refused(item({ type: 'item_reference', id: 'msg_never' }), `${owner}-${other.id}`, 'msg_never')
    })

    it('stays behind where thoughts can be told by their words alone, and nowhere else', async () => {
      const id = await make('rs')
      const input = [
        { role: 'user', content: 'Hi.' },
        { type: 'reasoning', id, summary: [{ type: 'summary_text', text: 'Hm.' }] },
      ]
      expect((await ask(responses({ input }), stranger)).status).toBe(200)
      const asked = [first, second].map(({ calls }) => calls.at(-1)?.text ?? '').filter((text) => text.includes('Hm.'))
      expect(asked.length).toBeGreaterThan(0)
      expect(asked.join()).not.toContain(id)
      await refused(responses({ input, more: { input } }), stranger, id)
      await refused(responses({ input: [...input, { type: 'reasoning', id: 'rs_mute', summary: [] }] }), stranger, id)
    })

    it('does not matter in thoughts that go to a dialect without ids', async () => {
      const input = [
        { role: 'user', content: 'Hi.' },
        { type: 'reasoning', id: 'rs_other', summary: [] },
      ]
      expect((await ask(responses({ model: 'claude', input }), owner)).status).toBe(200)
    })
  })
})
