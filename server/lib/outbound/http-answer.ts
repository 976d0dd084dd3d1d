import { type AnswerBody, type AnswerHeaders, AnswerMalformed, readAnswerHead } from './answer-head.ts'

type State = 'head' | AnswerBody | 'size_extension' | 'size_feed' | 'chunk' | 'chunk_return' | 'chunk_feed' | 'trailer'

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
  /** What came so far of a line of trailers, or of what stands behind a chunk's size. */
  #line = ''
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
    const { status, headers, body, left, keepAlive, keepAliveSeconds } = readAnswerHead(text)
    if (body !== 'follows') {
      this.#state = body
      this.#left = left
      this.#digits = 0
      this.#keepAlive = keepAlive
      this.#keepAliveSeconds = keepAliveSeconds
    }
    onHead(status, headers)
  }

  #readBody(bytes: Buffer, start: number): Buffer | undefined {
    if (start === bytes.length) return undefined
    const body = Buffer.allocUnsafe(bytes.length - start)
    let length = 0
    let position = start
    while (position < bytes.length && this.#state !== 'done') {
      if (!this.#isInBody()) position = this.#step(bytes, position)
      else {
        const end = this.#takePiece(bytes, position)
        bytes.copy(body, length, position, end)
        length += end - position
        position = end
      }
    }
    // What comes behind an answer was asked for by nobody: the connection is not to be trusted with another request.
    if (position < bytes.length) this.#keepAlive = false
    if (length === 0) return undefined
    return length === body.length ? body : body.subarray(0, length)
  }

  #isInBody(): boolean {
    return this.#state === 'chunk' || this.#state === 'until_length' || this.#state === 'until_close'
  }

  /** Where what is there of the body, or of a chunk, ends. */
  #takePiece(bytes: Buffer, position: number): number {
    const end = Math.min(bytes.length, position + this.#left)
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
        this.#readExtension(byte)
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
    else if (byte === semicolon) {
      this.#state = 'size_extension'
      this.#line = ';'
    } else throw new AnswerMalformed('a chunk has a broken size')
  }

  /** It says nothing to us, and is only let through where every reader agrees on where it ends. */
  #readExtension(byte: number): void {
    if (byte !== carriageReturn) {
      if (this.#line.length === longestExtension) throw new AnswerMalformed('what stands behind a size is too long')
      this.#line += String.fromCharCode(byte)
    } else if (extensions.test(this.#line)) this.#state = 'size_feed'
    else throw new AnswerMalformed('a chunk has a broken size')
  }

  #beginChunk(): void {
    if (this.#left > 0) {
      this.#state = 'chunk'
      return
    }
    this.#state = 'trailer'
    this.#left = longestHead
    this.#line = ''
  }

  /** Nobody reads trailers: only where they end matters, and that they are lines as those of a head. */
  #readTrailer(byte: number): void {
    this.#left -= 1
    if (this.#left < 0) throw new AnswerMalformed('the trailers are too long')
    if (byte !== lineFeed) {
      this.#line += String.fromCharCode(byte)
      return
    }
    if (this.#line === '\r') this.#state = 'done'
    else if (!trailer.test(this.#line) || untrailed.test(this.#line))
      throw new AnswerMalformed('a trailer of the answer is malformed')
    this.#line = ''
  }
}

const copyOf = (bytes: Buffer): Buffer => {
  const copy = Buffer.allocUnsafe(bytes.length)
  copy.set(bytes)
  return copy
}

const trailer = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+:[\t\u0020-\u007e\u0080-\u00ff]*\r$/
/** Too late to say how the body ends, or what becomes of the connection. */
const untrailed = /^(?:content-length|transfer-encoding|connection|upgrade):/i
const extensions =
  /^(?:;[!#$%&'*+\-.^_`|~\dA-Za-z]+(?:=(?:[!#$%&'*+\-.^_`|~\dA-Za-z]+|"[\t !\u0023-\u005b\u005d-\u007e]*"))?)+$/
const longestExtension = 1024

const mostSizeDigits = 8
const carriageReturn = 0x0d
const lineFeed = 0x0a
const semicolon = 0x3b

const hexValue = (byte: number): number => {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : -1
}
