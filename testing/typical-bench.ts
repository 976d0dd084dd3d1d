import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll } from 'vitest'
import { type AnsweredCall, type AnsweringUpstream, answerJson, startAnsweringUpstream } from './answering-upstream.ts'
import { chatBody } from './chat-answers.ts'
import { eachGateway, type GatewayTests, oneGateway, type TestClient, type TestGateway } from './gateway.ts'
import { addRelayChannel, addRelayToken, priceModels } from './relay-client.ts'
import { expectSettledBooks } from './settled-books.ts'
import { type TypicalRequest, typicalModels } from './typical-requests.ts'

export type TypicalBench = {
  gateway: () => TestGateway
  root: () => TestClient
  upstream: () => AnsweringUpstream
  key: () => string
  /** Sends bytes under a typical request's path; `reached` is the call as the upstream got it, if it did. */
  ask: (request: Pick<TypicalRequest, 'path'>, body: Buffer | string, contentType?: string) => Promise<Asked>
}

type Asked = { status: number; text: string; reached: AnsweredCall | undefined }

const typicalBenchOn =
  (gateways: GatewayTests) =>
  (define: (bench: TypicalBench) => void): void =>
    gateways((gateway) => {
      expectSettledBooks(gateway)

      let upstream: AnsweringUpstream
      let root: TestClient
      let key: string

      beforeAll(async () => {
        upstream = await startAnsweringUpstream(answerTypically)
        root = await gateway().asRoot()
        await priceModels(root, Object.values(typicalModels))
        for (const [type, models] of Object.entries(typicalModels)) {
          await addRelayChannel(root, { type: Number(type), base_url: upstream.url, models })
        }
        key = (await addRelayToken(root)).key
      })
      afterAll(() => upstream?.close())

      define({
        gateway,
        root: () => root,
        upstream: () => upstream,
        key: () => key,
        ask: async ({ path }, body, contentType = 'application/json') => {
          const before = upstream.calls.length
          const response = await fetch(gateway().url + path, {
            method: 'POST',
            headers: { authorization: `Bearer ${key}`, 'content-type': contentType },
            body: typeof body === 'string' ? body : new Uint8Array(body),
          })
          return { status: response.status, text: await response.text(), reached: upstream.calls[before] }
        },
      })
    })

/** A gateway that passes every dialect on to an upstream which has a small answer for each. */
export const eachTypicalBench = typicalBenchOn(eachGateway)

/** The same on one engine, for what no database has a part in. */
export const oneTypicalBench = typicalBenchOn(oneGateway)

/** A second of silence: frames of MP3 at 32 kbit a second, each 36 ms long. */
const sound = Buffer.concat(
  Array.from({ length: 28 }, () => Buffer.concat([Buffer.from('fffb1064', 'hex'), Buffer.alloc(100)])),
)

export const answerTypically = ({ path }: AnsweredCall, response: ServerResponse): void => {
  if (path.endsWith('/audio/speech')) {
    response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(sound)
    return
  }
  const found = answers.find(([pattern]) => pattern.test(path))
  answerJson(response, found === undefined ? 404 : 200, found?.[1] ?? { error: { message: 'nothing is here' } })
}

const candidates = [{ content: { role: 'model', parts: [{ text: 'Hello.' }] }, finishReason: 'STOP' }]
const usageMetadata = { promptTokenCount: 5, candidatesTokenCount: 2, totalTokenCount: 7 }
const usage = { input_tokens: 5, output_tokens: 2, total_tokens: 7 }

const answers: readonly [path: RegExp, answer: object][] = [
  [/\/chat\/completions$/, chatBody({ content: 'Hello.' })],
  [
    /\/responses$/,
    {
      id: 'resp_1',
      object: 'response',
      status: 'completed',
      model: 'typical',
      output: [{ type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'Hello.' }] }],
      usage,
    },
  ],
  [/\/count_tokens/, { input_tokens: 5 }],
  [
    /\/messages/,
    {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'typical',
      content: [{ type: 'text', text: 'Hello.' }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 5, output_tokens: 2 },
    },
  ],
  [/:generateContent/, { candidates, usageMetadata }],
  [/:countTokens/, { totalTokens: 5 }],
  [/:embedContent/, { embedding: { values: [1, 2] } }],
  [/:batchEmbedContents/, { embeddings: [{ values: [1, 2] }] }],
  [
    /\/completions$/,
    {
      id: 'cmpl-1',
      object: 'text_completion',
      choices: [{ index: 0, text: 'Hello.', finish_reason: 'stop' }],
      usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 },
    },
  ],
  [
    /\/embeddings$/,
    {
      object: 'list',
      data: [{ object: 'embedding', index: 0, embedding: [1, 2] }],
      usage: { prompt_tokens: 5, total_tokens: 5 },
    },
  ],
  [/\/moderations$/, { id: 'modr-1', model: 'typical', results: [{ flagged: false }] }],
  [/\/images\//, { created: 1, data: [{ b64_json: 'iVBORw0KGgo=' }] }],
  [/\/audio\//, { text: 'what was said' }],
  [/\/rerank$/, { results: [{ index: 0, relevance_score: 0.5 }], usage: { total_tokens: 5 } }],
]
