import { isUtf8 } from 'node:buffer'
import { ProtocolError } from './failure.ts'
import type { JsonObject } from './json/json.ts'

/** A file of a form: where its bytes stand in the body. */
export type FormFile = { name: string; fileName: string; mediaType: string; start: number; end: number }

/** A `multipart/form-data` body: texts by name (a list where a name comes again), and files. */
export type Form = { fields: JsonObject; files: readonly FormFile[] }

type Part = { name: string; fileName: string | undefined; mediaType: string; start: number; end: number }

const lineEnd = '\r\n'
const mostParts = 256
const longestHead = 8 * 1024
const longestRest = 16

export const isForm = (contentType: string): boolean =>
  contentType !== 'application/json' && /^multipart\/form-data\b/i.test(contentType)

/** Whether bytes are those of a form: JSON never begins like this. */
export const isFormBody = (bytes: Buffer): boolean => bytes[0] === 0x2d && bytes[1] === 0x2d

/** How a form is announced to an upstream: with its boundary and nothing else, so that no reader finds another one. */
export const formContentType = (contentType: string): string =>
  `multipart/form-data; boundary="${boundaryOf(contentType)}"`

/**
 * Reads a form without copying its files. Throws a `ProtocolError` for what is not one, and for what readers of forms
 * understand differently: where a part ends, what it is called, whether it is a file, how its text is written.
 */
export const readForm = (bytes: Buffer, contentType: string): Form => {
  const fields: JsonObject = {}
  const files: FormFile[] = []
  for (const { name, fileName, mediaType, start, end } of eachPart(bytes, boundaryOf(contentType))) {
    if (fileName !== undefined) {
      files.push({ name, fileName, mediaType, start, end })
      continue
    }
    if (!isUtf8(bytes.subarray(start, end))) throw new ProtocolError(name, 'must be text in UTF-8')
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

/** What stands between the parts of a form. */
export const boundaryOf = (contentType: string): string => {
  const boundary = readParameters(contentType, 'content-type').get('boundary')
  if (boundary === undefined) throw new ProtocolError('content-type', 'names no boundary')
  if (!usualBoundary.test(boundary)) throw new ProtocolError('content-type', 'names an unusual boundary')
  return boundary
}

/** The signs that a boundary may have (RFC 2046). */
const usualBoundary = /^[\w'()+,\-./:=?]{1,70}$/

/** A form begins with its boundary. */
const leadingBoundary = (bytes: Buffer): string => {
  const end = bytes.indexOf(lineEnd)
  return bytes.toString('latin1', 2, end)
}

function* eachPart(bytes: Buffer, boundary: string): Generator<Part> {
  const mark = Buffer.from(`--${boundary}`)
  if (bytes.indexOf(mark) !== 0) throw new ProtocolError('body', 'does not begin with its boundary')
  let position = mark.length
  let count = 0
  while (bytes.toString('latin1', position, position + 2) === lineEnd) {
    const headEnd = bytes.indexOf('\r\n\r\n', position)
    const next = headEnd < 0 ? -1 : bytes.indexOf(mark, headEnd + 2)
    if (next < 0) throw new ProtocolError('body', 'ends in the middle of a part')
    const end = next - lineEnd.length
    if (bytes.toString('latin1', end, next) !== lineEnd) {
      throw new ProtocolError('body', 'has its boundary in the middle of a line')
    }
    count += 1
    if (count > mostParts) throw new ProtocolError('body', 'has too many parts')
    if (headEnd - position > longestHead) throw new ProtocolError('body', 'has a part with too long a head')
    const start = Math.min(headEnd + 4, end)
    yield { ...readHead(bytes.toString('utf8', position + 2, headEnd)), start, end }
    position = next + mark.length
  }
  const rest = bytes.toString('latin1', position, position + longestRest + 1)
  if (!/^--\s{0,14}$/.test(rest))
    throw new ProtocolError('body', rest.startsWith('--') ? 'goes on after its end' : 'has no end')
}

const readHead = (head: string): Pick<Part, 'name' | 'fileName' | 'mediaType'> => {
  const headers = new Map<string, string>()
  for (const line of head.split(lineEnd)) {
    const [, name, value] = headerLine.exec(line) ?? []
    if (name === undefined || value === undefined) throw new ProtocolError('body', 'has a part with a broken head')
    if (headers.has(name.toLowerCase())) throw new ProtocolError(name, 'must not stand twice in the head of a part')
    headers.set(name.toLowerCase(), value)
  }
  const disposition = headers.get('content-disposition') ?? ''
  const parameters = readParameters(disposition, 'content-disposition')
  const name = /^form-data(?:$|[\s;])/i.test(disposition) ? parameters.get('name') : undefined
  if (name === undefined) throw new ProtocolError('body', 'has a part without a name')
  if (escapedName.test(disposition) || parameters.has('name*')) throw new ProtocolError(name, 'must be named plainly')
  if (!/^(?:7bit|8bit|binary)?$/i.test(headers.get('content-transfer-encoding') ?? '')) {
    throw new ProtocolError(name, 'must not be encoded for its transfer')
  }
  const mediaType = headers.get('content-type') ?? ''
  if (/^multipart\//i.test(mediaType)) throw new ProtocolError(name, 'must not hold a form of its own')
  const fileName = parameters.get('filename') ?? parameters.get('filename*')
  if (fileName === undefined && !/^(?:utf-?8|us-ascii)?$/i.test(charsetOf(mediaType))) {
    throw new ProtocolError(name, 'must be text in UTF-8')
  }
  return { name, fileName, mediaType: /^[^\s;]*/.exec(mediaType)?.[0] ?? '' }
}

const escapedName = /;\s*name="[^"]*\\/i

const charsetOf = (mediaType: string): string =>
  mediaType.includes(';') ? (readParameters(mediaType, 'content-type').get('charset') ?? '') : ''

/** Neither folded nor with anything in it that could be taken for the end of a line. */
const headerLine = /^([!#$%&'*+.^`|~\w-]+):[ \t]*([^\r\n\0]*)$/

/** What stands behind the first word of a header, each name once. */
const readParameters = (header: string, place: string): Map<string, string> => {
  const found = new Map<string, string>()
  let position = /^[^;]*/.exec(header)?.[0].length ?? 0
  while (position < header.length) {
    parameter.lastIndex = position
    const match = parameter.exec(header)
    if (match === null) {
      if (/^[\s;]*$/.test(header.slice(position))) return found
      throw new ProtocolError(place, 'cannot be read')
    }
    const name = (match[1] ?? '').toLowerCase()
    if (found.has(name)) throw new ProtocolError(place, `has ${name} twice`)
    found.set(name, match[2]?.replace(/\\(.)/g, '$1') ?? match[3] ?? '')
    position = parameter.lastIndex
  }
  return found
}

const parameter = /\s*;\s*([\w*-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"\\]+))/y
