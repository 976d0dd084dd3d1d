/** New memory costs more than the copying: this much takes some milliseconds. */
const joinedAtOnce = 4 * 1024 * 1024

/** Pieces of `length` bytes as one. Where there are many, others are served in between. */
export const joinBytes = (pieces: readonly Buffer[], length: number): Buffer | Promise<Buffer> => {
  const [only] = pieces
  if (pieces.length === 1 && only !== undefined) return only
  return length <= joinedAtOnce ? Buffer.concat(pieces, length) : joinInTurns(pieces, length)
}

const joinInTurns = async (pieces: readonly Buffer[], length: number): Promise<Buffer> => {
  const joined = Buffer.allocUnsafeSlow(length)
  let written = 0
  let turn = 0
  for (const piece of pieces) {
    joined.set(piece, written)
    written += piece.length
    if (written - turn < joinedAtOnce) continue
    turn = written
    await new Promise((resolve) => setImmediate(resolve))
  }
  return joined
}
