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
      const own = this.#text.slice(start, end < 0 ? undefined : end).trim()
      value = value === undefined ? own : `${value}, ${own}`
      found = this.#lower.indexOf(mark, start)
    }
    return value
  }
}

type State =
  | 'head'
  | 'until_length'
  | 'until_close'
  | 'size'
  | 'size_extension'
  | 'size_feed'
  | 'chunk'
  | 'chunk_return'
  | 'chunk_feed'
  | 'trailer'
  | 'done'

/** How an answer's body ends, and what becomes of its connection. */
type Framing = { state: State; left: number; keepAlive: boolean }

const longestHead = 32 * 1024
const headEnd = Buffer.from('\r\n\r\n')

/** Reads the answers of one connection, one after the other, wherever the network cuts them. Throws `AnswerMalformed`. */
export class AnswerReader {
  #state: State = 'head'
  /** The beginning of a head that is not whole yet. */
  #cut: Buffer | undefined
  /** Bytes that are still to come: of the body, of a chunk, or of trailers up to where they are too long. */
  #left = 0
  #digits = 0
  #lineIsEmpty = true
  #keepAlive = false
  #keepAliveSeconds: number | undefined

  get isDone(): boolean {
    return this.#state === 'done'
  }

  /** Whether the answer is whole when the connection ends here. */
  get mayEnd(): boolean {
    return this.#state === 'until_close'
  }

  /** Whether the other side takes another request on the connection. */
  get keepAlive(): boolean {
    return this.#keepAlive
  }

  /** How long it said that it keeps an idle one. */
  get keepAliveSeconds(): number | undefined {
    return this.#keepAliveSeconds
  }

  reset(): void {
    this.#state = 'head'
    this.#cut = undefined
    this.#keepAlive = false
    this.#keepAliveSeconds = undefined
  }

  /**
   * Takes what was read, which may be overwritten afterwards, and answers with the part of the body in it, in one piece.
   * `onHead` is called for informational answers too.
   */
  push(read: Buffer, onHead: (status: number, headers: AnswerHeaders) => void): Buffer | undefined {
    let bytes = read
    let position = 0
    while (this.#state === 'head') {
      const end = this.#findHeadEnd(bytes, position)
      if (end < 0) return undefined
      if (this.#cut !== undefined) {
        bytes = Buffer.concat([this.#cut, bytes])
        this.#cut = undefined
      }
      this.#readHead(bytes.toString('latin1', position, end), onHead)
      position = end + headEnd.length
      if (this.#state === 'head' && position === bytes.length) return undefined
    }
    return this.#readBody(bytes, position)
  }

  /** Where the head ends, in what was kept and these bytes together; keeps them when it does not yet. */
  #findHeadEnd(bytes: Buffer, position: number): number {
    const cut = this.#cut
    const all = cut === undefined ? bytes : Buffer.concat([cut, bytes])
    const from = cut === undefined ? position : Math.max(0, cut.length - headEnd.length + 1)
    const end = all.indexOf(headEnd, from)
    const length = (end < 0 ? all.length : end) - position
    if (length > longestHead) throw new AnswerMalformed('the head of the answer is too long')
    if (end < 0) this.#cut = copyOf(all.subarray(position))
    return end
  }

  #readHead(text: string, onHead: (status: number, headers: AnswerHeaders) => void): void {
    const lineEnd = text.indexOf('\r\n')
    const line = statusLine.exec(lineEnd < 0 ? text : text.slice(0, lineEnd))
    if (line === null) throw new AnswerMalformed('the answer does not begin as HTTP/1.1 does')
    const status = Number(line[2])
    const headers = new AnswerHeaders(lineEnd < 0 ? '' : text.slice(lineEnd))
    if (status === 101) throw new AnswerMalformed('the other side changed the protocol, which nobody asked for')
    if (status >= 200) {
      const framing = framingOf(status, line[1] === '1', headers)
      this.#state = framing.state
      this.#left = framing.left
      this.#digits = 0
      this.#keepAlive = framing.keepAlive
      this.#keepAliveSeconds = framing.keepAlive ? secondsOf(headers.get('keep-alive')) : undefined
    }
    onHead(status, headers)
  }

  #readBody(bytes: Buffer, start: number): Buffer | undefined {
    const pieces: Buffer[] = []
    let position = start
    while (position < bytes.length && this.#state !== 'done') {
      position = this.#isInBody() ? this.#takePiece(bytes, position, pieces) : this.#step(bytes, position)
    }
    // What comes behind an answer was asked for by nobody: the connection is not to be trusted with another request.
    if (position < bytes.length) this.#keepAlive = false
    const [first] = pieces
    if (first === undefined) return undefined
    return pieces.length === 1 ? copyOf(first) : Buffer.concat(pieces)
  }

  #isInBody(): boolean {
    return this.#state === 'chunk' || this.#state === 'until_length' || this.#state === 'until_close'
  }

  #takePiece(bytes: Buffer, position: number, pieces: Buffer[]): number {
    const end = Math.min(bytes.length, position + this.#left)
    pieces.push(bytes.subarray(position, end))
    this.#left -= end - position
    if (this.#left === 0) this.#state = this.#state === 'chunk' ? 'chunk_return' : 'done'
    return end
  }

  /** One byte of what stands around chunks. */
  #step(bytes: Buffer, position: number): number {
    const byte = bytes[position] ?? 0
    switch (this.#state) {
      case 'size':
        this.#readSize(byte)
        break
      case 'size_extension':
        if (byte === carriageReturn) this.#state = 'size_feed'
        else if (byte === lineFeed) throw new AnswerMalformed('a chunk has a broken size')
        break
      case 'size_feed':
        if (byte !== lineFeed) throw new AnswerMalformed('a chunk has a broken size')
        this.#beginChunk()
        break
      case 'chunk_return':
        if (byte !== carriageReturn) throw new AnswerMalformed('a chunk is longer than its size')
        this.#state = 'chunk_feed'
        break
      case 'chunk_feed':
        if (byte !== lineFeed) throw new AnswerMalformed('a chunk is longer than its size')
        this.#state = 'size'
        this.#digits = 0
        break
      default:
        this.#readTrailer(byte)
    }
    return position + 1
  }

  #readSize(byte: number): void {
    const digit = hexValue(byte)
    if (digit >= 0) {
      this.#left = (this.#digits === 0 ? 0 : this.#left * 16) + digit
      this.#digits += 1
      if (this.#digits > mostSizeDigits) throw new AnswerMalformed('a chunk is too long')
      return
    }
    if (this.#digits === 0) throw new AnswerMalformed('a chunk has no size')
    if (byte === carriageReturn) this.#state = 'size_feed'
    else if (byte === semicolon || byte === space || byte === tab) this.#state = 'size_extension'
    else throw new AnswerMalformed('a chunk has a broken size')
  }

  #beginChunk(): void {
    if (this.#left > 0) {
      this.#state = 'chunk'
      return
    }
    this.#state = 'trailer'
    this.#left = longestHead
    this.#lineIsEmpty = true
  }

  /** Nobody reads trailers: only where they end matters. */
  #readTrailer(byte: number): void {
    this.#left -= 1
    if (this.#left < 0) throw new AnswerMalformed('the trailers are too long')
    if (byte === lineFeed) {
      if (this.#lineIsEmpty) this.#state = 'done'
      this.#lineIsEmpty = true
    } else if (byte !== carriageReturn) this.#lineIsEmpty = false
  }
}

const copyOf = (bytes: Buffer): Buffer => {
  const copy = Buffer.allocUnsafe(bytes.length)
  copy.set(bytes)
  return copy
}

const statusLine = /^HTTP\/1\.([01]) (\d{3})(?: |$)/
/** Names are tokens, values hold no controls, and no line goes on in the next one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const wellFormed = /^(?:\r\n[!#$%&'*+\-.^_`|~\dA-Za-z]+:[^\u0000\r\n]*)*$/

/** RFC 9112, section 6.3. What two readers could frame in two ways is refused. */
const framingOf = (status: number, isCurrent: boolean, headers: AnswerHeaders): Framing => {
  const keepAlive = keepsAlive(isCurrent, headers.get('connection'))
  const coding = headers.get('transfer-encoding')
  const length = headers.get('content-length')
  if (coding !== undefined && length !== undefined) throw new AnswerMalformed('the answer has a length and chunks')
  if (status === 204 || status === 304) return { state: 'done', left: 0, keepAlive }
  if (coding !== undefined && /(?:^|,)\s*chunked$/i.test(coding)) return { state: 'size', left: 0, keepAlive }
  if (coding !== undefined || length === undefined) {
    return { state: 'until_close', left: Number.POSITIVE_INFINITY, keepAlive: false }
  }
  if (!/^\d{1,15}$/.test(length)) throw new AnswerMalformed('the answer has no clear length')
  const left = Number(length)
  return { state: left === 0 ? 'done' : 'until_length', left, keepAlive }
}

const keepsAlive = (isCurrent: boolean, connection: string | undefined): boolean => {
  if (connection === undefined) return isCurrent
  const says = connection.toLowerCase()
  return isCurrent ? !says.includes('close') : says.includes('keep-alive')
}

const secondsOf = (keepAlive: string | undefined): number | undefined => {
  const [, seconds] = /(?:^|[\s,])timeout=(\d{1,9})/i.exec(keepAlive ?? '') ?? []
  return seconds === undefined ? undefined : Number(seconds)
}

const mostSizeDigits = 8
const carriageReturn = 0x0d
const lineFeed = 0x0a
const semicolon = 0x3b
const space = 0x20
const tab = 0x09

const hexValue = (byte: number): number => {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : -1
}
