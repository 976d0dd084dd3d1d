import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { answer, readAll, refuse } from './contents-answers.ts'
import { listenLocally } from './local-server.ts'
import { createMediaStore, type MediaStore } from './media-store.ts'

type Json = ReturnType<typeof JSON.parse>

/** Files and batches as the dialect of contents has them, strictly. Each key is an account of its own. */
export type ModelBatchService = {
  url: string
  /** Method, path and key of each call, newest last. */
  calls: { method: string; path: string; key: string; body: Json }[]
  files: MediaStore['files']
  /** With what is known of them beside, by their names. */
  batches: Map<string, Json>
  /** A batch is done: its answers stand where its calls did, in a file or in its own words. */
  finish: (id: string, answers: readonly Json[], state?: string) => void
  fail: (id: string, message: string) => void
  close: () => Promise<void>
}

export const contentAnswer = (usage: Json): Json => ({
  candidates: [{ index: 0, content: { role: 'model', parts: [{ text: 'Hello.' }] }, finishReason: 'STOP' }],
  usageMetadata: usage,
})

/** Where its files say that they are, whoever stands in between. */
const officialFiles = 'https://generativelanguage.googleapis.com/v1beta'

export const startModelBatchService = async (): Promise<ModelBatchService> => {
  const batches: ModelBatchService['batches'] = new Map()
  const calls: ModelBatchService['calls'] = []
  const store = createMediaStore(officialFiles)
  let made = 0

  const create = (key: string, path: string, body: Json): Json => {
    const [, model, action] =
      /^\/v1beta\/(models\/[\w.-]+):(batchGenerateContent|asyncBatchEmbedContent)$/.exec(path) ?? []
    const { inputConfig = body.batch?.input_config } = body.batch ?? {}
    const name = inputConfig?.fileName ?? inputConfig?.file_name
    const requests = inputConfig?.requests?.requests
    if (model === undefined || (name === undefined) === (requests === undefined)) return undefined
    if (name !== undefined && store.files.get(name)?.key !== key) return undefined
    made += 1
    const lines = name === undefined ? requests.length : String(store.files.get(name)?.bytes).trim().split('\n').length
    const kind = action === 'batchGenerateContent' ? 'GenerateContent' : 'EmbedContent'
    const type = `type.googleapis.com/google.ai.generativelanguage.v1main.${kind}Batch`
    const operation = {
      name: `batches/b${made}`,
      metadata: {
        '@type': type,
        model,
        name: `batches/b${made}`,
        state: 'BATCH_STATE_PENDING',
        createTime: '2026-11-01T00:00:00Z',
        updateTime: '2026-11-01T00:00:00Z',
        batchStats: { requestCount: String(lines), pendingRequestCount: String(lines) },
      },
    }
    batches.set(operation.name, { operation, key, isFile: name !== undefined, type })
    return operation
  }

  const answerBatch = async (response: ServerResponse, key: string, method: string, path: string) => {
    const [, name = '', cancel] = /^\/v1beta\/(batches\/[\w-]+)(:cancel)?$/.exec(path) ?? []
    const found = batches.get(name)
    if (found === undefined || found.key !== key) return refuse(response, 404, `${name} was not found`)
    if (method === 'POST' && cancel !== undefined) {
      found.operation.metadata.state = 'BATCH_STATE_CANCELLED'
      found.operation.done = true
      return answer(response, {})
    }
    if (method === 'DELETE') {
      batches.delete(name)
      return answer(response, {})
    }
    return method === 'GET' ? answer(response, found.operation) : refuse(response, 404, 'No such path')
  }

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '/', headers } = request
    const key = String(headers['x-goog-api-key'] ?? '')
    const [path = '', query = ''] = url.split('?')
    const call = { method, path: url, key, body: undefined }
    calls.push(call)
    if (key === '' || query.includes('key=')) return refuse(response, 403, 'The caller has no key')
    if (path === '/upload/v1beta/files') return store.upload(request, response, key)
    if (path.includes('/files')) return store.answer(response, { key, method, path, query })
    if (method === 'POST' && path.startsWith('/v1beta/models/')) {
      call.body = JSON.parse((await readAll(request)).toString())
      const operation = create(key, path, call.body)
      return operation === undefined ? refuse(response, 400, 'Invalid batch') : answer(response, operation)
    }
    request.resume()
    return answerBatch(response, key, method, path)
  }
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  const { url, close } = await listenLocally(server)
  store.standsAt(url)
  const end = (id: string, state: string, change: Json) => {
    const { operation } = batches.get(`batches/${id}`)
    Object.assign(operation, { done: true, ...change })
    Object.assign(operation.metadata, { state, endTime: '2026-11-01T01:00:00Z' })
    if (change.response !== undefined) operation.metadata.output = change.response
  }
  return {
    url,
    calls,
    files: store.files,
    batches,
    finish: (id, answers, state = 'BATCH_STATE_SUCCEEDED') => {
      const { isFile, key, type } = batches.get(`batches/${id}`)
      const output = isFile
        ? { responsesFile: store.add(key, `${answers.map((each) => JSON.stringify(each)).join('\n')}\n`) }
        : { inlinedResponses: { inlinedResponses: answers } }
      end(id, state, { response: { '@type': `${type}Output`, ...output } })
    },
    fail: (id, message) => end(id, 'BATCH_STATE_FAILED', { error: { code: 13, message } }),
    close,
  }
}
