import { createServer } from 'node:http'
import type { Browser } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedBrowser } from '#testing/browser.ts'
import { capableText } from '#testing/capable-upstream.ts'
import { listenLocally } from '#testing/local-server.ts'
import { sdkBench } from '#testing/sdk-bench.ts'

/** What a page does that its visitor gave a key: each way tells the words it got. */
const script = `
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'

const messages = [{ role: 'user', content: 'Say something.' }]

globalThis.ways = (url, key) => {
  const options = { apiKey: key, dangerouslyAllowBrowser: true, maxRetries: 0 }
  const openai = new OpenAI({ ...options, baseURL: url + '/v1' })
  const anthropic = new Anthropic({ ...options, baseURL: url })
  return {
    fetch: async () => {
      const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' }
      const body = JSON.stringify({ model: 'plain', messages })
      const answer = await fetch(url + '/v1/chat/completions', { method: 'POST', headers, body })
      if (!answer.headers.get('x-request-id')) throw new Error('the id of the request cannot be read')
      return (await answer.json()).choices[0].message.content
    },
    openai: async () => {
      let text = ''
      const stream = await openai.chat.completions.create({ model: 'plain', messages, stream: true })
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
      return text
    },
    anthropic: () => anthropic.messages.stream({ model: 'plain', max_tokens: 99, messages }).finalText(),
    eventSource: async () => {
      const { id } = await openai.responses.create({ model: 'kept', input: 'Say something.' })
      const source = new EventSource(url + '/v1/responses/' + id + '?stream=true&key=' + key)
      return new Promise((resolve, reject) => {
        source.addEventListener('response.completed', ({ data }) => {
          source.close()
          resolve(JSON.parse(data).response.output[0].content[0].text)
        })
        source.onerror = () => reject(new Error('the events could not be read'))
      })
    },
    webSocket: () => new Promise((resolve, reject) => {
      const place = url.replace('http', 'ws') + '/v1/realtime?model=realtime'
      const socket = new WebSocket(place, ['realtime', 'openai-insecure-api-key.' + key])
      socket.onmessage = ({ data }) => {
        socket.close()
        resolve(JSON.parse(data).type)
      }
      socket.onerror = () => reject(new Error('the session could not be opened'))
    }),
    refused: async () => {
      const wrong = new OpenAI({ ...options, apiKey: 'sk-wrong', baseURL: url + '/v1' })
      const error = await wrong.models.list().catch((refusal) => refusal)
      return error.status + ' ' + (error instanceof OpenAI.AuthenticationError)
    },
    console: () => fetch(url + '/api/status').then(() => 'open', () => 'closed'),
  }
}
`

const bundle = async (): Promise<string> => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === 'page' ? '\0page' : undefined),
        load: (id) => (id === '\0page' ? script : undefined),
      },
    ],
    build: { write: false, minify: false, rollupOptions: { input: 'page' } },
  })
  const [output] = Array.isArray(built) ? built : [built]
  const [chunk] = output !== undefined && 'output' in output ? output.output : []
  if (chunk?.type !== 'chunk') throw new Error('the page was not built')
  return chunk.code
}

sdkBench(({ gateway, key }) => {
  let browser: Browser
  let site: { url: string; close: () => Promise<void> }

  beforeAll(async () => {
    const code = await bundle()
    const server = createServer(({ url }, response) => {
      if (url === '/page.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(code)
      else
        response.writeHead(200, { 'content-type': 'text/html' }).end('<script type="module" src="/page.js"></script>')
    })
    site = await listenLocally(server)
    browser = await sharedBrowser()
  })
  afterAll(async () => {
    await site?.close()
  })

  it.each([
    ['fetch', capableText],
    ['openai', capableText],
    ['anthropic', capableText],
    ['eventSource', capableText],
    ['webSocket', 'session.created'],
    ['refused', '401 true'],
    ['console', 'closed'],
  ])('a page of another origin asks by %s', async (way, told) => {
    const page = await browser.newPage()
    await page.goto(site.url)
    const run = `ways(${JSON.stringify(gateway().url)}, ${JSON.stringify(key())})[${JSON.stringify(way)}]()`
    expect(await page.evaluate(run)).toBe(told)
    await page.close()
  })
})
