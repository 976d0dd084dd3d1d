/** What came is not an answer as HTTP/1.1 has it, or its head is too long. */
export class AnswerMalformed extends Error {
  override readonly name = 'AnswerMalformed'
}

/** The headers of an answer. Few of them are ever asked for, so the text is searched when one is. */
export class AnswerHeaders {
  readonly #text: string
  readonly #lower: string

  /** `text` begins with the line break before the first of them. Throws `AnswerMalformed`. */
  constructor(text: string) {
    if (!wellFormed.test(text)) throw new AnswerMalformed('a header of the answer is malformed')
    this.#text = text
    this.#lower = text.toLowerCase()
  }

  /** By its name in small letters; several of one name in one, parted by commas. */
  get(name: string): string | undefined {
    const mark = `\r\n${name}:`
    let found = this.#lower.indexOf(mark)
    let value: string | undefined
    while (found >= 0) {
      const start = found + mark.length
      const end = this.#text.indexOf('\r\n', start)
      const own = withoutBlanks(this.#text.slice(start, end < 0 ? undefined : end))
      value = value === undefined ? own : `${value}, ${own}`
      found = this.#lower.indexOf(mark, start)
    }
    return value
  }
}

/** How a body begins that ends by its length, with the connection, in chunks, or is none. */
export type AnswerBody = 'until_length' | 'until_close' | 'size' | 'done'

/** How an answer's body ends, and what becomes of its connection. */
type Framing = {
  /** It follows behind another head, where this one is of an informational answer. */
  body: AnswerBody | 'follows'
  /** How many bytes of it are to come, or none that are counted. */
  left: number
  keepAlive: boolean
}

export type AnswerHead = Framing & { status: number; headers: AnswerHeaders; keepAliveSeconds: number | undefined }

/** Reads a head without the empty line behind it. Throws `AnswerMalformed`. */
export const readAnswerHead = (text: string): AnswerHead => {
  const lineEnd = text.indexOf('\r\n')
  const line = statusLine.exec(lineEnd < 0 ? text : text.slice(0, lineEnd))
  if (line === null) throw new AnswerMalformed('the answer does not begin as HTTP/1.1 does')
  const status = Number(line[2])
  if (text.includes('\t') && tabbed.test(text)) throw new AnswerMalformed('the answer is framed with tabs')
  const headers = new AnswerHeaders(lineEnd < 0 ? '' : text.slice(lineEnd))
  if (status === 101) throw new AnswerMalformed('the other side changed the protocol, which nobody asked for')
  const framing = framingOf(status, line[1] === '1', headers)
  if (status < 200 && !framing.keepAlive) throw new AnswerMalformed('the connection ends before the answer')
  const keepAliveSeconds = framing.keepAlive ? secondsOf(headers.get('keep-alive')) : undefined
  return { status, headers, ...framing, keepAliveSeconds }
}

/** Blanks are spaces and tabs: what else JavaScript trims belongs to the value for other readers. */
const withoutBlanks = (text: string): string => {
  let [start, end] = [0, text.length]
  while (start < end && isBlank(text.charCodeAt(start))) start += 1
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1
  return text.slice(start, end)
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09

const statusLine = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [\t\u0020-\u007e\u0080-\u00ff]*)?$/
/** Names are tokens, values hold no controls, and no line goes on in the next one. */
const wellFormed = /^(?:\r\n[!#$%&'*+\-.^_`|~\dA-Za-z]+:[\t\u0020-\u007e\u0080-\u00ff]*)*$/
/** For some readers `chunked` with a tab behind it is another word. */
const tabbed = /\r\n(?:transfer-encoding|content-length|connection):[^\r]*\t/i

/** RFC 9112, section 6.3. What two readers could frame in two ways is refused. */
const framingOf = (status: number, isCurrent: boolean, headers: AnswerHeaders): Framing => {
  const coding = headers.get('transfer-encoding')
  const length = headers.get('content-length')
  if (coding !== undefined && length !== undefined) throw new AnswerMalformed('the answer has a length and chunks')
  // Nobody here takes another coding off a body.
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    throw new AnswerMalformed('the answer is written in another way than in chunks')
  }
  if (length !== undefined && !/^\d{1,15}$/.test(length)) throw new AnswerMalformed('the answer has no clear length')
  const left = Number(length ?? 0)
  const keepAlive = keepsAlive(isCurrent, headers.get('connection'))
  if (status < 200) return { body: 'follows', left: 0, keepAlive }
  if (status === 204 || status === 304) {
    // A body that was announced may follow all the same.
    return { body: 'done', left: 0, keepAlive: keepAlive && coding === undefined && left === 0 }
  }
  if (coding !== undefined) return { body: 'size', left: 0, keepAlive }
  if (length === undefined) return { body: 'until_close', left: Number.POSITIVE_INFINITY, keepAlive: false }
  return { body: left === 0 ? 'done' : 'until_length', left, keepAlive }
}

const keepsAlive = (isCurrent: boolean, connection: string | undefined): boolean => {
  if (connection === undefined) return isCurrent
  if (/close/i.test(connection)) return false
  return isCurrent || /(?:^|,) *keep-alive *(?:,|$)/i.test(connection)
}

/** The least of those told: who waits longer sends on a connection that is just being closed. */
const secondsOf = (keepAlive: string | undefined): number | undefined => {
  if (keepAlive === undefined) return undefined
  let least: number | undefined
  // Nearly every answer tells one, and an iterator of matches takes ten times as long.
  timeout.lastIndex = 0
  for (let told = timeout.exec(keepAlive); told !== null; told = timeout.exec(keepAlive)) {
    const seconds = Number(told[1])
    least = least === undefined ? seconds : Math.min(least, seconds)
  }
  return least
}

const timeout = /timeout=(\d{1,9})/gi
