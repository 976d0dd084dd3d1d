import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listenLocally } from './local-server.ts'

type Json = ReturnType<typeof JSON.parse>
type StoredFile = { key: string; bytes: Buffer; told: Json }

/** Files and batches of calls as OpenAI's protocol has them. Each key is an account of its own. */
export type BatchService = {
  url: string
  /** Method, path and key of each call, newest last. */
  calls: { method: string; path: string; key: string }[]
  files: Map<string, StoredFile>
  batches: Map<string, Json>
  /** A batch is done: these are the answers to its lines, and the status it ends with. */
  finish: (id: string, answers: readonly Json[], status?: 'completed' | 'cancelled' | 'expired' | 'failed') => void
  change: (id: string, change: Json) => void
  /** The batch is no longer known. */
  lose: (id: string) => void
  /** Read in the place of the file's own bytes. */
  contents: Map<string, AsyncIterable<Buffer> | Iterable<Buffer>>
  /** How the next upload or batch is refused. */
  refuseNext: (status: number, error: Json) => void
  close: () => Promise<void>
}

/** The answer to one line, as an output file has it. */
export const batchAnswer = (customId: string, usage: Json | undefined, status = 200): Json => ({
  id: `batch_req_${customId}`,
  custom_id: customId,
  response: {
    status_code: status,
    request_id: customId,
    body:
      status === 200
        ? { id: 'c', object: 'chat.completion', model: 'gpt', choices: [choice], ...(usage && { usage }) }
        : { error: { message: 'no', type: 'invalid_request_error' } },
  },
  error: null,
})

const choice = { index: 0, message: { role: 'assistant', content: 'Hello.' }, finish_reason: 'stop' }

export const batchLine = (customId: string, body: Json, url = '/v1/chat/completions'): Json => ({
  custom_id: customId,
  method: 'POST',
  url,
  body,
})

export const linesOf = (values: readonly Json[]): string =>
  `${values.map((value) => JSON.stringify(value)).join('\n')}\n`

export const startBatchService = async (): Promise<BatchService> => {
  const files: BatchService['files'] = new Map()
  const batches: BatchService['batches'] = new Map()
  const contents: BatchService['contents'] = new Map()
  const calls: BatchService['calls'] = []
  let made = 0
  let refusal: { status: number; error: Json } | undefined

  const addFile = (key: string, purpose: string, bytes: Buffer): Json => {
    made += 1
    const id = `file-${made}`
    const told = { id, object: 'file', bytes: bytes.length, created_at: 1, filename: 'calls.jsonl', purpose }
    files.set(id, { key, bytes, told })
    return told
  }

  const answerFile = async (request: IncomingMessage, response: ServerResponse, key: string, parts: string[]) => {
    const [id, place] = parts
    if (request.method === 'POST') {
      const { file, purpose } = readUpload(await readAll(request), request.headers['content-type'] ?? '')
      return answer(response, 200, addFile(key, purpose, file))
    }
    const found = files.get(id ?? '')
    if (found === undefined || found.key !== key) return answer(response, 404, missing(`No such File object: ${id}`))
    if (place === 'content') {
      response.writeHead(200, { 'content-type': 'application/octet-stream' })
      for await (const piece of contents.get(id ?? '') ?? [found.bytes]) {
        if (!response.write(piece)) await new Promise((resolve) => response.once('drain', resolve))
      }
      return response.end()
    }
    if (request.method === 'DELETE') {
      files.delete(id ?? '')
      return answer(response, 200, { id, object: 'file', deleted: true })
    }
    return answer(response, 200, found.told)
  }

  const answerBatch = async (request: IncomingMessage, response: ServerResponse, key: string, parts: string[]) => {
    const [id = '', place] = parts
    if (request.method === 'POST' && id === '') {
      const body = JSON.parse((await readAll(request)).toString())
      if (files.get(body.input_file_id)?.key !== key) return answer(response, 404, missing('No such File object'))
      made += 1
      const batch = { ...newBatch, ...body, id: `batch_${made}`, key }
      batches.set(batch.id, batch)
      return answer(response, 200, shown(batch))
    }
    const batch = batches.get(id)
    if (batch === undefined || batch.key !== key) return answer(response, 404, missing(`No batch found: ${id}`))
    if (place === 'cancel') {
      if (batch.status === 'in_progress' || batch.status === 'validating') batch.status = 'cancelling'
      else return answer(response, 409, missing('The batch is over'))
    }
    return answer(response, 200, shown(batch))
  }

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '/', headers } = request
    const key = headers.authorization?.replace(/^Bearer /, '') ?? ''
    calls.push({ method, path: url, key })
    if (refusal !== undefined && method === 'POST') {
      const { status, error } = refusal
      refusal = undefined
      await readAll(request)
      return answer(response, status, { error })
    }
    const [, noun, ...parts] = url.split('?')[0]?.split('/').slice(1) ?? []
    if (noun === 'files') await answerFile(request, response, key, parts)
    else if (noun === 'batches') await answerBatch(request, response, key, parts)
    else answer(response, 404, missing('Unknown path'))
  }
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  const { url, close } = await listenLocally(server)
  const change: BatchService['change'] = (id, changes) => {
    batches.set(id, { ...batches.get(id), ...changes })
  }
  return {
    url,
    calls,
    files,
    batches,
    contents,
    change,
    finish: (id, answers, status = 'completed') => {
      const { key } = batches.get(id)
      const output = answers.length === 0 ? null : addFile(key, 'batch_output', Buffer.from(linesOf(answers))).id
      const completed = answers.filter(({ response: { status_code: code } }) => code === 200).length
      const request_counts = { total: answers.length, completed, failed: answers.length - completed }
      change(id, { status, output_file_id: output, request_counts, [`${status}_at`]: 9 })
    },
    lose: (id) => batches.delete(id),
    refuseNext: (status, error) => {
      refusal = { status, error }
    },
    close,
  }
}

const newBatch = {
  object: 'batch',
  errors: null,
  status: 'in_progress',
  output_file_id: null,
  error_file_id: null,
  created_at: 1,
  in_progress_at: 2,
  expires_at: 86_400,
  request_counts: { total: 0, completed: 0, failed: 0 },
}

const shown = ({ key: _key, ...batch }: Json): Json => batch

const missing = (message: string) => ({ error: { message, type: 'invalid_request_error', param: null, code: null } })

const answer = (response: ServerResponse, status: number, value: Json): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

const readAll = async (request: IncomingMessage): Promise<Buffer> => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** The parts of a form by their names. */
const readUpload = (bytes: Buffer, type: string): { file: Buffer; purpose: string } => {
  const mark = `--${/boundary="?([^";]+)/.exec(type)?.[1] ?? ''}`
  const parts: Record<string, Buffer> = {}
  for (let from = bytes.indexOf(mark); from >= 0; ) {
    const next = bytes.indexOf(mark, from + mark.length)
    if (next < 0) break
    const part = bytes.subarray(from + mark.length + 2, next - 2)
    const end = part.indexOf('\r\n\r\n')
    const name = /name="([^"]+)"/.exec(part.subarray(0, end).toString())?.[1] ?? ''
    parts[name] = part.subarray(end + 4)
    from = next
  }
  return { file: parts.file ?? Buffer.alloc(0), purpose: parts.purpose?.toString() ?? '' }
}
