import type { ClientResponse } from '../lib/inbound/plain-response.ts'

/** An answer that no client waits for: it is kept whole. */
export class AnswerInMemory implements ClientResponse {
  readonly socket = null
  // Nothing comes behind its end.
  readonly req = { httpVersion: '1.0' }
  readonly chunkedEncoding = false
  readonly destroyed = false
  headersSent = false
  writableFinished = false
  status = 0
  readonly #pieces: Buffer[] = []
  readonly #closeListeners = new Set<() => void>()

  get writableEnded(): boolean {
    return this.writableFinished
  }

  get body(): Buffer {
    return Buffer.concat(this.#pieces)
  }

  writeHead(status: number): void {
    this.status = status
    this.headersSent = true
  }

  flushHeaders(): void {}

  write(bytes: Buffer): boolean {
    this.#pieces.push(bytes)
    return true
  }

  addTrailers(): void {}

  end(bytes?: Buffer): void
  end(text: string, encoding: 'latin1'): void
  end(body?: Buffer | string): void {
    if (body !== undefined) this.#pieces.push(Buffer.from(body))
    this.writableFinished = true
    this.#close()
  }

  /** What breaks off is no answer. */
  destroy(): void {
    this.status = 502
    this.#close()
  }

  once(event: 'close' | 'drain', listener: () => void): void {
    if (event === 'close') this.#closeListeners.add(listener)
  }

  off(_event: 'close', listener: () => void): void {
    this.#closeListeners.delete(listener)
  }

  #close(): void {
    const listeners = [...this.#closeListeners]
    this.#closeListeners.clear()
    for (const listener of listeners) listener()
  }
}
