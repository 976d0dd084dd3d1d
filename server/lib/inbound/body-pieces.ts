import { joinBytes } from '../join-bytes.ts'

/** A piece costs some hundred bytes beside what is in it. */
const smallPiece = 1024
const gathered = 16 * 1024

/** What came of a body so far. Small pieces are put together, so that they take no more memory than their bytes. */
export class BodyPieces {
  length = 0
  #pieces: Buffer[] = []
  #block: Buffer | undefined
  #filled = 0

  push(piece: Buffer): void {
    this.length += piece.length
    if (piece.length >= smallPiece || this.#pieces.length === 0) {
      this.#closeBlock()
      this.#pieces.push(piece)
      return
    }
    this.#block ??= Buffer.allocUnsafeSlow(gathered)
    if (this.#filled + piece.length > gathered) this.#closeBlock()
    this.#block.set(piece, this.#filled)
    this.#filled += piece.length
  }

  /** All of them as one, which leaves nothing here. */
  join(): Buffer | Promise<Buffer> {
    this.#closeBlock()
    const [pieces, length] = [this.#pieces, this.length]
    this.clear()
    return pieces.length === 0 ? noBytes : joinBytes(pieces, length)
  }

  clear(): void {
    this.length = 0
    this.#pieces = []
    this.#block = undefined
    this.#filled = 0
  }

  #closeBlock(): void {
    if (this.#block === undefined || this.#filled === 0) return
    this.#pieces.push(Buffer.from(this.#block.subarray(0, this.#filled)))
    this.#filled = 0
  }
}

const noBytes = Buffer.alloc(0)
