import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listenLocally } from './local-server.ts'

type Json = ReturnType<typeof JSON.parse>

/** Batches of messages as Anthropic's protocol has them. */
export type MessageBatchService = {
  url: string
  /** The requests of each batch that was taken, by its id. */
  taken: Map<string, Json[]>
  /** How many requests began, whole or not. */
  begun: () => number
  isStopping: (id: string) => boolean
  finish: (id: string, results: readonly Json[]) => void
  close: () => Promise<void>
}

export const messageResult = (customId: string, usage: Json): Json => ({
  custom_id: customId,
  result: {
    type: 'succeeded',
    message: {
      id: 'msg',
      type: 'message',
      role: 'assistant',
      model: 'claude',
      content: [{ type: 'text', text: 'Hello.' }],
      stop_reason: 'end_turn',
      usage,
    },
  },
})

export const startMessageBatchService = async (): Promise<MessageBatchService> => {
  const batches = new Map<string, { batch: Json; results: readonly Json[] }>()
  const taken: MessageBatchService['taken'] = new Map()
  let begun = 0

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { method, url = '', headers } = request
    if (headers['x-api-key'] === undefined || headers['anthropic-version'] === undefined) {
      return answer(response, 401, errorOf('authentication_error'))
    }
    const [id, act] = url.split('?')[0]?.split('/').slice(4) ?? []
    if (method === 'POST' && id === undefined) {
      begun += 1
      const { requests } = JSON.parse((await readAll(request)).toString())
      const batch = newBatch(`msgbatch_${begun}`, requests.length)
      batches.set(batch.id, { batch, results: [] })
      taken.set(batch.id, requests)
      return answer(response, 200, batch)
    }
    const found = batches.get(id ?? '')
    if (found === undefined) return answer(response, 404, errorOf('not_found_error'))
    if (act === 'results') {
      response.writeHead(200, { 'content-type': 'application/x-jsonl' })
      return response.end(found.results.map((result) => `${JSON.stringify(result)}\n`).join(''))
    }
    if (act === 'cancel') found.batch.processing_status = 'canceling'
    if (method === 'DELETE') {
      batches.delete(id ?? '')
      return answer(response, 200, { id, type: 'message_batch_deleted' })
    }
    answer(response, 200, found.batch)
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  const { url, close } = await listenLocally(server)
  return {
    url,
    taken,
    begun: () => begun,
    isStopping: (id) => batches.get(id)?.batch.processing_status === 'canceling',
    finish: (id, results) => {
      const found = batches.get(id)
      if (found === undefined) throw new TypeError(`no batch ${id}`)
      const succeeded = results.filter(({ result }) => result.type === 'succeeded').length
      const canceled = results.filter(({ result }) => result.type === 'canceled').length
      const errored = results.length - succeeded - canceled
      const counts = { processing: 0, succeeded, errored, canceled, expired: 0 }
      const ended = { processing_status: 'ended', ended_at: new Date(9e9).toISOString(), request_counts: counts }
      const results_url = `${url}/v1/messages/batches/${id}/results`
      batches.set(id, { batch: { ...found.batch, ...ended, results_url }, results })
    },
    close,
  }
}

const newBatch = (id: string, processing: number): Json => ({
  id,
  type: 'message_batch',
  processing_status: 'in_progress',
  request_counts: { processing, succeeded: 0, errored: 0, canceled: 0, expired: 0 },
  created_at: new Date(0).toISOString(),
  expires_at: new Date(86_400_000).toISOString(),
  ended_at: null,
  cancel_initiated_at: null,
  archived_at: null,
  results_url: null,
})

const errorOf = (type: string) => ({ type: 'error', error: { type, message: type } })

const answer = (response: ServerResponse, status: number, value: Json): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

const readAll = async (request: IncomingMessage): Promise<Buffer> => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces)
}
