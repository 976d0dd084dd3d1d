import { isUtf8 } from 'node:buffer'
import { ApplicationError } from '#contract/errors.ts'
import { ProtocolError } from '#protocols/failure.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import type { Files } from '../../domain/files.ts'
import { type OwnFile, type OwnFileWriter, ourselves } from '../../domain/own-batches/own-files.ts'
import { nowSeconds } from '../../lib/clock.ts'
import { randomKey } from '../../lib/identifiers.ts'
import { LineTooLong, linesOf } from '../../lib/lines.ts'
import { longestLine } from '../batched-call.ts'
import { bytesOf, sendJson } from '../send-json.ts'
import { traceHeaders } from '../trace.ts'
import type { ComingBody, FileParts } from './coming-body.ts'
import { readFormFile } from './form-file.ts'
import { sendPieces } from './send-pieces.ts'

/** Keeps a file of calls here, line by line as it comes. */
export const storeOwnFile = async (parts: FileParts, { contentType, pieces }: ComingBody): Promise<void> => {
  const { domain, caller, response, trace } = parts
  const { userId } = caller
  const id = `file-${randomKey(24)}`
  const form = readFormFile(contentType, 'file', pieces)
  const room = await domain.ownFiles.room(userId)
  const writer = await domain.ownFiles.begin({ id, userId, batchId: undefined })
  const file = await keepLines(writer, form.file, room).catch(async (error: unknown) => {
    await domain.ownFiles.remove({ id })
    throw error
  })
  if (form.fields.get('purpose') !== 'batch') {
    await domain.ownFiles.remove(file)
    throw new ApplicationError('files_unserved', { group: caller.group })
  }
  const told = toldOwnFile(file, nowSeconds(domain.clock), form.fileName())
  await domain.files.add(userId, [{ id, channelId: ourselves, keyPlace: 0, told }])
  sendJson(response, bytesOf(told), trace)
}

const keepLines = async (writer: OwnFileWriter, pieces: AsyncIterable<Buffer>, room: number): Promise<OwnFile> => {
  let [line, bytes] = [0, 0]
  try {
    for await (const text of linesOf(pieces, longestLine)) {
      line += 1
      bytes += text.length + 1
      if (bytes > room) throw new ApplicationError('own_files_full')
      if (!isUtf8(text) || text.includes(0)) throw new ProtocolError(`line ${line}`, 'must be text in UTF-8')
      await writer.add(text)
    }
  } catch (error) {
    if (error instanceof LineTooLong) throw new ProtocolError(`line ${line + 1}`, 'is too long')
    throw error
  }
  return writer.finish()
}

/** As its user is told of it. */
export const toldOwnFile = ({ id, bytes, part }: OwnFile, now: number, fileName: string): JsonObject => ({
  ...{ id, object: 'file', bytes, created_at: now, filename: fileName || `${id}.jsonl` },
  ...{ purpose: part === 'calls' ? 'batch' : 'batch_output', status: 'processed' },
})

type KeptFile = NonNullable<Awaited<ReturnType<Files['find']>>>

/** Tells of a file that is kept here, sends it or deletes it. */
export const answerOwnFile = async (parts: FileParts, { id, told }: KeptFile): Promise<void> => {
  const { domain, caller, endpoint, request, response, trace } = parts
  const file = await domain.ownFiles.find(caller.userId, id)
  if (file === undefined) throw new ApplicationError('thing_missing', { place: 'file_id', id: id.slice(0, 128) })
  if (request.method === 'DELETE') {
    if (await domain.tasks.isInUse(caller.userId, id)) throw new ApplicationError('batch_running', { id })
    await domain.ownFiles.remove(file)
    return sendJson(response, bytesOf({ id, object: 'file', deleted: true }), trace)
  }
  if (!endpoint.path.endsWith('/content')) return sendJson(response, bytesOf(told), trace)
  const head = ['content-type', 'application/octet-stream', 'content-length', String(file.bytes)]
  await sendPieces(response, [...head, ...traceHeaders(trace)], domain.ownFiles.read(file))
}
