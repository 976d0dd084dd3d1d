import type { JsonObject } from './json.ts'
import { ProtocolError } from './protocol.ts'

/** A file of a form: where its bytes stand in the body. */
export type FormFile = { name: string; fileName: string; mediaType: string; start: number; end: number }

/** A `multipart/form-data` body: texts by name (a list where a name comes again), and files. */
export type Form = { fields: JsonObject; files: readonly FormFile[] }

type Part = { name: string; fileName: string | undefined; mediaType: string; start: number; end: number }

const lineEnd = '\r\n'
const mostParts = 256

export const isForm = (contentType: string): boolean => /^multipart\/form-data\b/i.test(contentType)

/** Whether bytes are those of a form: JSON never begins like this. */
export const isFormBody = (bytes: Buffer): boolean => bytes[0] === 0x2d && bytes[1] === 0x2d

/** Reads a form without copying its files. Throws a `ProtocolError` for what is not one. */
export const readForm = (bytes: Buffer, contentType: string): Form => {
  const fields: JsonObject = {}
  const files: FormFile[] = []
  for (const { name, fileName, mediaType, start, end } of eachPart(bytes, boundaryOf(contentType))) {
    if (fileName !== undefined) {
      files.push({ name, fileName, mediaType, start, end })
      continue
    }
    const text = bytes.toString('utf8', start, end)
    const before = Object.hasOwn(fields, name) ? fields[name] : undefined
    const value = before === undefined ? text : Array.isArray(before) ? [...before, text] : [before, text]
    Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true })
  }
  return { fields, files }
}

/** The same form with another text under a name, everything else byte for byte; added when it was not there. */
export const setFormField = (bytes: Buffer, name: string, text: string): Buffer => {
  const boundary = leadingBoundary(bytes)
  const part = [...eachPart(bytes, boundary)].find((each) => each.name === name && each.fileName === undefined)
  if (part !== undefined) {
    return Buffer.concat([bytes.subarray(0, part.start), Buffer.from(text), bytes.subarray(part.end)])
  }
  const head = `--${boundary}${lineEnd}content-disposition: form-data; name="${name}"${lineEnd}${lineEnd}`
  return Buffer.concat([Buffer.from(`${head}${text}${lineEnd}`), bytes])
}

const boundaryOf = (contentType: string): string => {
  const match = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70})(?=[\s;]|$))/i.exec(contentType)
  const boundary = match?.[1] ?? match?.[2]
  if (boundary === undefined) throw new ProtocolError('content-type', 'names no boundary')
  return boundary
}

/** A form begins with its boundary. */
const leadingBoundary = (bytes: Buffer): string => {
  const end = bytes.indexOf(lineEnd)
  return bytes.toString('latin1', 2, end)
}

function* eachPart(bytes: Buffer, boundary: string): Generator<Part> {
  const mark = Buffer.from(`${lineEnd}--${boundary}`)
  const first = Buffer.from(`--${boundary}`)
  if (bytes.indexOf(first) !== 0) throw new ProtocolError('body', 'does not begin with its boundary')
  let position = first.length
  let count = 0
  while (bytes.toString('latin1', position, position + 2) === lineEnd) {
    const headEnd = bytes.indexOf('\r\n\r\n', position)
    const end = headEnd < 0 ? -1 : bytes.indexOf(mark, headEnd + 2)
    if (headEnd < 0 || end < 0) throw new ProtocolError('body', 'ends in the middle of a part')
    count += 1
    if (count > mostParts) throw new ProtocolError('body', 'has too many parts')
    const start = Math.min(headEnd + 4, end)
    yield { ...readHead(bytes.toString('utf8', position + 2, headEnd)), start, end }
    position = end + mark.length
  }
  if (bytes.toString('latin1', position, position + 2) !== '--') throw new ProtocolError('body', 'has no end')
}

const readHead = (head: string): Pick<Part, 'name' | 'fileName' | 'mediaType'> => {
  const disposition = /^content-disposition:\s*form-data\s*(;.*)$/im.exec(head)?.[1] ?? ''
  const name = parameterOf(disposition, 'name')
  if (name === undefined) throw new ProtocolError('body', 'has a part without a name')
  const mediaType = /^content-type:\s*([^\s;]+)/im.exec(head)?.[1] ?? ''
  return { name, fileName: parameterOf(disposition, 'filename'), mediaType }
}

const parameterOf = (disposition: string, name: string): string | undefined => {
  const match = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]+))`, 'i').exec(disposition)
  return match?.[1]?.replace(/\\(.)/g, '$1') ?? match?.[2]
}
