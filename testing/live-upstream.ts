import { createServer, type IncomingHttpHeaders } from 'node:http'
import { WebSocket, WebSocketServer } from 'ws'
import { listenLocally } from './local-server.ts'

/** As loose as parsing leaves it. */
type Json = ReturnType<typeof JSON.parse>

/** A provider of live sessions under test, as strict as its wire: it behaves as the model's name says. */
export type LiveUpstream = {
  url: string
  handshakes: { path: string; headers: IncomingHttpHeaders }[]
  /** Messages of clients, newest last. */
  messages: Json[]
  /** How clients closed their sessions. */
  closes: number[]
  open: () => number
  close: () => Promise<void>
}

/** What each turn tells it used: 60 and 40 to read, 10 of them from a cache; 7, 20 and 5 to write. */
export const liveUsage = {
  promptTokenCount: 100,
  cachedContentTokenCount: 10,
  responseTokenCount: 27,
  thoughtsTokenCount: 5,
  totalTokenCount: 132,
  promptTokensDetails: [
    { modality: 'TEXT', tokenCount: 50 },
    { modality: 'AUDIO', tokenCount: 40 },
    { modality: 'VIDEO', tokenCount: 10 },
  ],
  cacheTokensDetails: [{ modality: 'TEXT', tokenCount: 10 }],
  responseTokensDetails: [
    { modality: 'TEXT', tokenCount: 7 },
    { modality: 'AUDIO', tokenCount: 20 },
  ],
}

/** A tenth of a second of it. */
export const liveSound = Buffer.alloc(4800, 7).toString('base64')

const paths =
  /^\/ws\/google\.(?:ai\.generativelanguage\.v1(?:alpha|beta)?\.GenerativeService\.BidiGenerateContent|cloud\.aiplatform\.v1beta1\.LlmBidiService\/BidiGenerateContent)$/

/**
 * Models: `plain`; `silent` (no usage); `late` (usage behind the end of the turn); `cut` (breaks off in the middle);
 * `close-CODE`; `endless` (talks until it is interrupted); `tool` (calls one); `searching`; `refuse-CODE` (no session).
 */
export const startLiveUpstream = async (): Promise<LiveUpstream> => {
  const upstream: Omit<LiveUpstream, 'url' | 'close' | 'open'> = { handshakes: [], messages: [], closes: [] }
  const handles = new Set<string>()
  const server = createServer((_request, response) => {
    response.writeHead(404).end()
  })
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket, head) => {
    const { pathname } = new URL(request.url ?? '/', 'http://upstream')
    upstream.handshakes.push({ path: request.url ?? '/', headers: request.headers })
    if (!paths.test(pathname)) {
      socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      const key = request.headers['x-goog-api-key'] ?? request.headers.authorization
      client.on('close', (code) => upstream.closes.push(code))
      if (key === undefined) client.close(1008, "Method doesn't allow unregistered callers")
      else if (key === 'bad') client.close(1007, 'API key not valid. Please pass a valid API key.')
      else new Session(client, upstream.messages, handles)
    })
  })
  const { url, close } = await listenLocally(server)
  return {
    ...upstream,
    url,
    open: () => sockets.clients.size,
    close: () => {
      for (const client of sockets.clients) client.terminate()
      return close()
    },
  }
}

const known = {
  message: 'setup clientContent realtimeInput toolResponse'.split(' '),
  setup:
    'model generationConfig systemInstruction tools realtimeInputConfig sessionResumption contextWindowCompression inputAudioTranscription outputAudioTranscription proactivity historyConfig'.split(
      ' ',
    ),
  realtimeInput: 'mediaChunks audio video text audioStreamEnd activityStart activityEnd'.split(' '),
}

/** Names may come with low lines. */
const camel = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(camel)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, each]) => [
    name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    camel(each),
  ])
  return Object.fromEntries(entries)
}

class Session {
  readonly #client: WebSocket
  readonly #handles: Set<string>
  #setup: Json
  #talking: NodeJS.Timeout | undefined
  #awaited: string | undefined
  #said = 0

  constructor(client: WebSocket, messages: Json[], handles: Set<string>) {
    this.#client = client
    this.#handles = handles
    client.on('close', () => clearInterval(this.#talking))
    client.on('message', (data) => {
      const message = camel(JSON.parse(data.toString()))
      messages.push(message)
      const [name = '', ...others] = Object.keys(message)
      if (others.length > 0 || !known.message.includes(name)) this.#refuse(name)
      else if (this.#setup === undefined) this.#begin(message.setup)
      else if (message.setup !== undefined) client.close(1007, 'setup must be sent once')
      else this.#take(message)
    })
  }

  #refuse(name: string): void {
    this.#client.close(1007, `Invalid JSON payload received. Unknown name "${name}": Cannot find field.`)
  }

  /** As it comes from its maker: JSON in binary frames. */
  #send(message: object): void {
    if (this.#client.readyState === WebSocket.OPEN) this.#client.send(Buffer.from(JSON.stringify(message)))
  }

  #begin(setup: Json): void {
    const wrong = Object.keys(setup ?? { setup }).find((name) => !known.setup.includes(name))
    if (wrong !== undefined) {
      this.#refuse(wrong)
      return
    }
    const [, name = ''] = /(?:^|\/)models\/([\w.-]+)$/.exec(setup.model) ?? []
    if (name === '' || name.startsWith('nobodys')) {
      this.#client.close(1008, `${setup.model} is not found for API version v1beta, or is not supported`)
      return
    }
    const code = Number(/^refuse-(\d+)$/.exec(name)?.[1] ?? 0)
    if (code > 0) {
      this.#client.close(code, code === 1011 ? 'You exceeded your current quota' : 'no such session')
      return
    }
    const handle = setup.sessionResumption?.handle
    if (handle !== undefined && !this.#handles.has(handle)) {
      this.#client.close(1008, 'Session not found')
      return
    }
    this.#setup = { ...setup, name }
    this.#send({ setupComplete: {} })
  }

  #take({ clientContent, realtimeInput, toolResponse }: Json): void {
    const wrong = Object.keys(realtimeInput ?? {}).find((name) => !known.realtimeInput.includes(name))
    if (wrong !== undefined) this.#refuse(wrong)
    else if (toolResponse !== undefined) this.#answerTool(toolResponse.functionResponses)
    else if (clientContent?.turnComplete === true || realtimeInput?.audioStreamEnd === true) this.#respond()
    else if (realtimeInput?.text !== undefined) this.#respond()
  }

  #answerTool(responses: Json[]): void {
    if (responses?.[0]?.id !== this.#awaited) {
      this.#client.close(1007, 'no such call')
      return
    }
    this.#awaited = undefined
    this.#say(' It is foggy.')
    this.#end()
  }

  #respond(): void {
    const { name } = this.#setup
    if (this.#talking !== undefined) {
      clearInterval(this.#talking)
      this.#talking = undefined
      this.#send({ serverContent: { interrupted: true } })
      this.#end()
      return
    }
    const code = Number(/^close-(\d+)$/.exec(name)?.[1] ?? 0)
    if (code > 0) {
      this.#client.close(code, 'as told')
      return
    }
    if (name === 'tool') {
      this.#awaited = 'fc_1'
      this.#send({ toolCall: { functionCalls: [{ id: 'fc_1', name: 'get_weather', args: { city: 'London' } }] } })
      return
    }
    for (const word of ['Water', ' finds', ' its', ' way.']) this.#say(word)
    if (name === 'endless') {
      this.#talking = setInterval(() => this.#say(' and on'), 2)
      return
    }
    if (name === 'cut') setTimeout(() => this.#client.terminate(), 20)
    else this.#end()
  }

  #say(word: string): void {
    const parts = [{ inlineData: { mimeType: 'audio/pcm;rate=24000', data: liveSound } }]
    const outputTranscription = { text: word }
    const searches = { groundingMetadata: { webSearchQueries: ['water', 'ways'] } }
    const more = this.#setup.name === 'searching' ? searches : {}
    this.#send({ serverContent: { modelTurn: { parts }, outputTranscription, ...more } })
  }

  #end(): void {
    const { name, sessionResumption } = this.#setup
    const end = { serverContent: { turnComplete: true } }
    this.#send({ serverContent: { generationComplete: true } })
    if (name === 'silent') this.#send(end)
    else if (name === 'late') {
      this.#send(end)
      this.#send({ usageMetadata: liveUsage })
    } else this.#send({ ...end, usageMetadata: liveUsage })
    if (sessionResumption === undefined) return
    this.#said += 1
    const newHandle = `handle-${this.#handles.size}-${this.#said}`
    this.#handles.add(newHandle)
    this.#send({ sessionResumptionUpdate: { newHandle, resumable: true } })
  }
}
