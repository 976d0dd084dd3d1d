import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isObject, parseLenient } from '#protocols/json/json.ts'
import { type AnsweringUpstream, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { startTestGateway, type TestGateway } from '#testing/gateway.ts'
import { type Recording, recordingsInSet, recordingsOf, recordingsPresent } from '#testing/recordings.ts'
import { addRelayChannel, addRelayToken, priceModels } from '#testing/relay-client.ts'

const key = 'sk-up-0123456789abcdefghij'
const inBase64 = Buffer.from(`:${key}`).toString('base64')
const said = `No luck with ${key} (Basic ${inBase64}) of org-Ab12Cd34Ef at http://10.20.30.40:8000/v1 on gpu-7.rack3.zzyxville, fd00:12::9f, ops@zzyxville.example, /srv/zzyxville/main.py`
/** None of them is so short that an id of our own may hold it by chance. */
const secrets = /0123456789|AxMjM0NTY3|Ab12Cd34|10\.20\.30|rack3\.|fd00:12|zzyxville/

const prompt = [{ role: 'user', content: 'Say something.' }]
const parts = { parts: [{ text: 'Say something.' }] }
type Ask = (model: string, stream: boolean) => { path: string; body: object }

/** The dialects of which there are recordings, the channel that speaks each, and how it is asked. */
const dialects: Readonly<Record<string, { type: number; setting?: object; ask: Ask }>> = {
  'openai-chat': {
    type: 1,
    setting: { dialect: 'openai-chat' },
    ask: (model, stream) => ({
      path: '/v1/chat/completions',
      body: { model, stream, stream_options: stream ? { include_usage: true } : undefined, messages: prompt },
    }),
  },
  'openai-responses': {
    type: 1,
    setting: { dialect: 'openai-responses' },
    ask: (model, stream) => ({ path: '/v1/responses', body: { model, stream, input: prompt } }),
  },
  'anthropic-messages': {
    type: 14,
    ask: (model, stream) => ({ path: '/v1/messages', body: { model, stream, max_tokens: 99, messages: prompt } }),
  },
  gemini: {
    type: 24,
    ask: (model, stream) => ({
      path: `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
      body: { contents: [{ role: 'user', ...parts }] },
    }),
  },
  'openai-completions': {
    type: 1,
    ask: (model, stream) => ({ path: '/v1/completions', body: { model, stream, prompt: 'Say something.' } }),
  },
  'openai-embeddings': { type: 1, ask: (model) => ({ path: '/v1/embeddings', body: { model, input: 'a' } }) },
  'gemini-embed': {
    type: 24,
    ask: (model) => ({ path: `/v1beta/models/${model}:embedContent`, body: { model, content: parts } }),
  },
  'openai-images': { type: 1, ask: (model) => ({ path: '/v1/images/generations', body: { model, prompt: 'a' } }) },
  'openai-moderations': { type: 1, ask: (model) => ({ path: '/v1/moderations', body: { model, input: 'a' } }) },
  rerank: { type: 1, ask: (model) => ({ path: '/v1/rerank', body: { model, query: 'a', documents: ['a', 'b'] } }) },
}
const chats = ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini']

/** Here an upstream says what went wrong, with all that stands below. */
const complaints = new Set(['error', 'errors', 'incomplete_details', 'stop_details', 'promptFeedback', 'finishMessage'])
/** Names that look like it, and what stands there is not the upstream's but the model's or a word of the dialect. */
const others = /^(?:(?:native_)?finish_?reason|stop_reason|message|stderr|.*TokensDetails)$/i

/** A place in an answer, with the answer in which something stands there. */
type Place = { dialect: string; recording: Recording; path: string }

const pathsIn = (value: unknown, path = ''): string[] => {
  if (typeof value === 'string') return [path]
  if (Array.isArray(value)) return value.flatMap((item) => pathsIn(item, `${path}.[]`))
  return isObject(value) ? Object.entries(value).flatMap(([name, inner]) => pathsIn(inner, `${path}.${name}`)) : []
}

/** The same answer with other words in the first of such places. */
const spokenAt = (value: unknown, path: string): unknown => {
  let isDone = false
  const speak = (given: unknown, at: string): unknown => {
    if (isDone || !(path === at || path.startsWith(`${at}.`))) return given
    if (typeof given === 'string' && path === at) {
      isDone = true
      return said
    }
    if (Array.isArray(given)) return given.map((item) => speak(item, `${at}.[]`))
    if (!isObject(given)) return given
    return Object.fromEntries(Object.entries(given).map(([name, inner]) => [name, speak(inner, `${at}.${name}`)]))
  }
  return speak(value, '')
}

const lineShape = /^data: ?(.*)$/
const jsonOf = (line: string): unknown => parseLenient(lineShape.exec(line)?.[1] ?? '')

const placesOf = (dialect: string): Place[] => {
  const seen = new Map<string, Place>()
  for (const recording of recordingsOf(dialect)) {
    const { body, sse, status } = recording.response
    if (status !== 200) continue
    const values = body === undefined ? (sse ?? '').split(/\r?\n/).map(jsonOf) : [parseLenient(body)]
    for (const path of values.flatMap((value) => pathsIn(value))) {
      const name = `${recording.streaming} ${path}`
      if (!seen.has(name)) seen.set(name, { dialect, recording, path })
    }
  }
  return [...seen.values()]
}

/** The recorded answer with words in one place of it; of a stream, of its first event that has the place. */
const answerOf = ({ recording: { response }, path }: Place): { type: string; text: string } => {
  if (response.body !== undefined) {
    return { type: 'application/json', text: JSON.stringify(spokenAt(parseLenient(response.body), path)) }
  }
  let isDone = false
  const lines = (response.sse ?? '').split('\n').map((line) => {
    const value = isDone ? undefined : jsonOf(line.trimEnd())
    if (value === undefined || !pathsIn(value).includes(path)) return line
    isDone = true
    return `data: ${JSON.stringify(spokenAt(value, path))}${line.endsWith('\r') ? '\r' : ''}`
  })
  return { type: 'text/event-stream', text: lines.join('\n') }
}

const namesIn = ({ path }: Place): string[] => path.split('.').filter((name) => name !== '' && name !== '[]')
const isComplaint = (place: Place): boolean => namesIn(place).some((name) => complaints.has(name))

describe.skipIf(!recordingsPresent)('T62 I7: words in any place of a recorded answer', () => {
  const places = Object.keys(dialects).flatMap(placesOf)
  const asked = places.flatMap((place) => {
    const clients = chats.includes(place.dialect) ? chats : [place.dialect]
    return clients.map((client) => ({ place, client }))
  })
  let opened: TestDatabase
  let upstream: AnsweringUpstream
  let gateway: TestGateway
  let token: string

  beforeAll(async () => {
    opened = await openTestDatabase('sqlite')
    upstream = await startAnsweringUpstream()
    gateway = await startTestGateway({ place: opened.place })
    const root = await gateway.asRoot()
    await root.put('/api/option/', { key: 'RetryTimes', value: '0' })
    await priceModels(
      root,
      asked.map((_, index) => `leak-${index}`),
    )
    for (const [dialect, { type, setting = {} }] of Object.entries(dialects)) {
      const models = asked.flatMap(({ place }, index) => (place.dialect === dialect ? [`leak-${index}`] : []))
      if (models.length === 0) continue
      const fields = { type, key, base_url: upstream.url, models: models.join(','), setting: JSON.stringify(setting) }
      await addRelayChannel(root, { ...fields, auto_ban: 0 })
    }
    token = (await addRelayToken(root)).key
  })
  afterAll(async () => {
    await gateway?.close()
    await upstream?.close()
    await opened?.remove()
  })

  const tell = async (place: Place, client: string, model: string): Promise<{ status: number; text: string }> => {
    const { type, text } = answerOf(place)
    upstream.does((_call, response) => void response.writeHead(200, { 'content-type': type }).end(text))
    const ask = dialects[client]?.ask(model, place.recording.streaming)
    const told = await fetch(gateway.url + (ask?.path ?? ''), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(ask?.body),
    })
    return { status: told.status, text: `${JSON.stringify([...told.headers])} ${await told.text()}` }
  }

  /** Content in parts is told as text: then there is nothing of which kind a part is. */
  const kindOfPart = /^\.choices\.\[\]\.message\.content\.\[\]\.(?:thinking\.\[\]\.)?type$/

  it('tell a client nothing of the operator where the upstream complains, and pass as they are elsewhere', async () => {
    const leaks: string[] = []
    const lost: string[] = []
    let answered = 0
    for (const [index, { place, client }] of asked.entries()) {
      if (!isComplaint(place) && client !== place.dialect) continue
      const { status, text } = await tell(place, client, `leak-${index}`)
      if (status === 200) answered += 1
      const name = `${place.dialect}${place.recording.streaming ? ' stream' : ''} ${place.path} -> ${client}`
      if (isComplaint(place) && secrets.test(text)) leaks.push(name)
      if (!isComplaint(place) && !kindOfPart.test(place.path) && status === 200 && !text.includes(key)) lost.push(name)
    }
    expect({ leaks, lost }).toEqual({ leaks: [], lost: [] })
    expect(answered).toBeGreaterThan(200)
  })

  it('have been judged wherever a name looks like a complaint', () => {
    const isLike = /err|fault|fail|detail|msg|messag|reason|warn|feedback/i
    const isReasoning = /reasoning/i
    const like = new Set(places.filter((place) => !isComplaint(place)).flatMap(namesIn))
    const isJudged = (name: string) => isReasoning.test(name) || others.test(name)
    expect([...like].filter((name) => isLike.test(name) && !isJudged(name))).toEqual([])
  })
})

it.skipIf(recordingsPresent)(`${recordingsInSet} recorded exchanges were not told: their folder is not here`, () => {})
