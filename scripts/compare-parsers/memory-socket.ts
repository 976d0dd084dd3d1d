import { Socket } from 'node:net'

let activity = 0

/** A connection without a network: it reads what is brought, in the same pieces; what is written goes nowhere. */
export class MemorySocket extends Socket {
  override bytesWritten = 0

  bring(piece: Buffer): void {
    activity += 1
    if (!this.destroyed && !this.readableEnded) this.push(piece)
  }

  /** As when the other side closes. */
  bringEnd(): void {
    activity += 1
    if (!this.destroyed) this.push(null)
  }

  override _read(): void {
    activity += 1
  }

  override _write(chunk: Buffer | string, encoding: BufferEncoding, done: () => void): void {
    activity += 1
    this.bytesWritten += typeof chunk === 'string' ? Buffer.byteLength(chunk, encoding) : chunk.length
    done()
  }

  override _writev(chunks: { chunk: Buffer | string; encoding: BufferEncoding }[], done: () => void): void {
    for (const { chunk, encoding } of chunks) this._write(chunk, encoding, () => {})
    done()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    activity += 1
    super._destroy(error, done)
  }
}

const stillTurns = 5

/** Resolves when nothing has moved on any of them for some turns. */
export const quiet = async (): Promise<void> => {
  for (let still = 0, last = activity; still < stillTurns; still += 1) {
    await turn()
    if (activity === last) continue
    last = activity
    still = 0
  }
}

export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
