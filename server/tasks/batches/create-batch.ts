import { ProtocolError } from '#protocols/failure.ts'
import { isObject, type JsonObject, textAt } from '#protocols/json/json.ts'
import { ourselves } from '../../domain/own-batches/own-files.ts'
import { LineTooLong, linesOf } from '../../lib/lines.ts'
import { piecesOfAnswer } from '../../relay/answer-pieces.ts'
import type { Caller } from '../../relay/authenticate.ts'
import { inLine, longestLine, readBatchValue } from '../../relay/batched-call.ts'
import { readObject } from '../../relay/call.ts'
import type { BatchEndpoint } from '../../relay/endpoints.ts'
import { forward } from '../../relay/forward.ts'
import type { TaskCall } from '../../relay/task-paths.ts'
import { wayTo } from '../../relay/translate.ts'
import { callOf } from '../task-call.ts'
import type { BatchParts } from './batch-parts.ts'
import { estimateBatch } from './estimate-batch.ts'
import { findFile, keeperOfFile } from './file-keeper.ts'
import { asOneCall } from './hand-in.ts'
import { createOwnBatch } from './own/create-own-batch.ts'
import { sendBatch } from './send-batch.ts'

/**
 * A batch whose calls stand in a file: it is handed in where that is kept. The file is read once, line by line, for what
 * its calls are and will probably cost; then it is the upstream's.
 */
export const createBatch = async (parts: BatchParts, asked: TaskCall<BatchEndpoint>, caller: Caller): Promise<void> => {
  const { domain, outbound } = parts
  const { endpoint, request } = asked
  const body = await asked.withRoom(caller, (room) => readObject(request, room))
  const path = textAt(body, 'endpoint') ?? ''
  const fileId = textAt(body, 'input_file_id') ?? ''
  if (fileId === '') throw new ProtocolError('input_file_id', 'is missing')
  const wanted = { place: 'input_file_id', id: fileId, operation: endpoint.operation }
  const file = await findFile(domain, caller, wanted)
  if (file.channelId === ourselves) return createOwnBatch(parts, asked, caller, { fileId, path, body })
  const { channel, key } = keeperOfFile(domain, caller, file, wanted)
  await asOneCall(domain, caller, async () => {
    const estimating = estimateBatch({ domain, caller, channel, key, path })
    const read = { method: 'GET', path: `/v1/files/${encodeURIComponent(fileId)}/content` } as const
    const reading = callOf({ endpoint, headers: {} }, read, '')
    const { answer } = await forward({ domain, outbound, call: reading }, wayTo(domain, reading, channel, key), noBytes)
    let line = 0
    try {
      for await (const bytes of linesOf(piecesOfAnswer(answer), longestLine)) {
        line += 1
        estimating.add(bodyOfLine(bytes, line, path))
      }
    } catch (error) {
      if (error instanceof LineTooLong) throw new ProtocolError(`line ${line + 1}`, 'is too long')
      throw error
    }
    const estimate = estimating.finish()
    await sendBatch(parts, asked, caller, { channel, key, keeper: file, path, estimate, body })
  })
}

const noBytes = Buffer.alloc(0)

const bodyOfLine = (bytes: Buffer, line: number, path: string): JsonObject => {
  const value = readBatchValue(bytes, line)
  return inLine(line, () => {
    if (!isObject(value) || !isObject(value.body)) throw new ProtocolError('body', 'must be an object')
    if (value.url !== path) throw new ProtocolError('url', 'must be the endpoint of the batch')
    return value.body
  })
}
