import type { IncomingMessage, ServerResponse } from 'node:http'
import { answer, readAll, refuse } from './contents-answers.ts'

type Json = ReturnType<typeof JSON.parse>
type StoredMedia = { key: string; bytes: Buffer; told: Json }
type Asked = { key: string; method: string; path: string; query: string }

/** Files that come in pieces: what was uploaded is never given back, what was made here is. */
export type MediaStore = {
  files: Map<string, StoredMedia>
  /** Where it says that pieces go. */
  standsAt: (url: string) => void
  upload: (request: IncomingMessage, response: ServerResponse, key: string) => Promise<void>
  answer: (response: ServerResponse, asked: Asked) => void
  /** A file that it made itself; answers its name. */
  add: (key: string, text: string) => string
}

/** Its uris begin with `place`, as the vendor's do wherever they are asked for. */
export const createMediaStore = (place: string): MediaStore => {
  const files: MediaStore['files'] = new Map()
  const uploads = new Map<string, { key: string; told: Json; pieces: Buffer[]; length: number; announced: number }>()
  let made = 0
  let site = ''

  const keep = (key: string, bytes: Buffer, told: Json): Json => {
    made += 1
    const name = told.name ?? `files/f${made}`
    const file = {
      ...{ name, displayName: told.displayName ?? told.display_name, mimeType: told.mimeType, state: 'ACTIVE' },
      ...{ sizeBytes: String(bytes.length), uri: `${place}/${name}`, createTime: '2026-11-01T00:00:00Z' },
      ...{ expirationTime: '2099-01-01T00:00:00Z', source: told.source ?? 'UPLOADED' },
    }
    files.set(name, { key, bytes, told: file })
    return file
  }

  const begin = async (request: IncomingMessage, response: ServerResponse, key: string) => {
    const { headers } = request
    const announced = Number(headers['x-goog-upload-header-content-length'])
    const mimeType = headers['x-goog-upload-header-content-type']
    if (headers['x-goog-upload-protocol'] !== 'resumable' || !Number.isInteger(announced) || mimeType === undefined) {
      return refuse(response, 400, 'The upload does not say what comes')
    }
    const text = (await readAll(request)).toString()
    const { file = {} } = text === '' ? {} : JSON.parse(text)
    made += 1
    const id = `u${made}`
    uploads.set(id, { key, told: { ...file, mimeType }, pieces: [], length: 0, announced })
    // The vendor's own has the key of whoever began in it.
    const url = `${site}/upload/v1beta/files?key=${key}&upload_id=${id}&upload_protocol=resumable`
    response.writeHead(200, { 'x-goog-upload-url': url, 'x-goog-upload-status': 'active' }).end()
  }

  const go = async (request: IncomingMessage, response: ServerResponse, key: string, id: string) => {
    const upload = uploads.get(id)
    const { 'x-goog-upload-command': command = '', 'x-goog-upload-offset': offset } = request.headers
    if (upload === undefined || upload.key !== key) return refuse(response, 404, 'No such upload')
    if (command === 'query') {
      const size = { 'x-goog-upload-status': 'active', 'x-goog-upload-size-received': String(upload.length) }
      return answer(response, {}, size)
    }
    if (command === 'cancel') {
      uploads.delete(id)
      return answer(response, {}, { 'x-goog-upload-status': 'cancelled' })
    }
    const bytes = await readAll(request)
    if (Number(offset) !== upload.length) return refuse(response, 400, 'The piece does not follow the others')
    upload.pieces.push(bytes)
    upload.length += bytes.length
    if (command === 'upload') return answer(response, {}, { 'x-goog-upload-status': 'active' })
    if (command !== 'upload, finalize' || upload.length !== upload.announced) {
      return refuse(response, 400, 'The upload is not what was announced')
    }
    uploads.delete(id)
    answer(
      response,
      { file: keep(key, Buffer.concat(upload.pieces), upload.told) },
      { 'x-goog-upload-status': 'final' },
    )
  }

  const takeWhole = async (request: IncomingMessage, response: ServerResponse, key: string) => {
    const [, mark] = /^multipart\/related; boundary="?([\w-]+)/.exec(request.headers['content-type'] ?? '') ?? []
    const [, first, second] = (await readAll(request)).toString().split(`--${mark}\r\n`)
    if (first === undefined || second === undefined) return refuse(response, 400, 'The upload has no two parts')
    const { file } = JSON.parse(first.split('\r\n\r\n')[1] ?? '')
    const bytes = Buffer.from(second.slice(second.indexOf('\r\n\r\n') + 4, second.lastIndexOf(`\r\n--${mark}--`)))
    const [, mimeType] = /content-type: *(\S+)/i.exec(second) ?? []
    answer(response, { file: keep(key, bytes, { ...file, mimeType }) })
  }

  return {
    files,
    standsAt: (url) => {
      site = url
    },
    upload: (request, response, key) => {
      const id = new URLSearchParams(request.url?.split('?')[1]).get('upload_id')
      if (id !== null) return go(request, response, key, id)
      const isStart = request.headers['x-goog-upload-command'] === 'start'
      return isStart ? begin(request, response, key) : takeWhole(request, response, key)
    },
    answer: (response, { key, method, path, query }) => {
      const [, name = '', download] = /^(?:\/download)?\/v1beta\/(files\/[\w-]+)(:download)?$/.exec(path) ?? []
      const found = files.get(name)
      if (found === undefined || found.key !== key) return refuse(response, 403, `You may not see ${name}`)
      if (method === 'DELETE') {
        files.delete(name)
        return answer(response, {})
      }
      if (download === undefined) return answer(response, found.told)
      if (found.told.source !== 'GENERATED' || query !== 'alt=media')
        return refuse(response, 400, 'Not to be downloaded')
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(found.bytes)
    },
    add: (key, text) => keep(key, Buffer.from(text), { mimeType: 'application/jsonl', source: 'GENERATED' }).name,
  }
}
