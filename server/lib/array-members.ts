const quote = 0x22
const backslash = 0x5c
const opening = new Set([0x7b, 0x5b])
const closing = new Set([0x7d, 0x5d])

/** More was between the members, or in one of them, than there may be. */
export class MembersTooLong extends Error {
  override readonly name = 'MembersTooLong'
}

/**
 * Finds the objects in the arrays of a JSON object that comes in pieces: each is handed over when it is whole, and none is
 * kept. What is around them is left, with a zero in the place of each.
 */
export const createMemberScanner = (take: (member: Buffer) => void, longest: { member: number; frame: number }) => {
  let depth = 0
  let inText = false
  let isEscaped = false
  /** Of the member that is not whole yet. */
  let cut: Buffer[] = []
  let cutLength = 0
  const frame: Buffer[] = []
  let frameLength = 0

  const keepFrame = (bytes: Buffer) => {
    if (bytes.length === 0) return
    frame.push(Buffer.from(bytes))
    frameLength += bytes.length
    if (frameLength > longest.frame) throw new MembersTooLong('There is too much beside the members')
  }

  return {
    push: (piece: Buffer): void => {
      let start = 0
      for (let place = 0; place < piece.length; place += 1) {
        const byte = piece[place] ?? 0
        if (inText) {
          if (isEscaped) isEscaped = false
          else if (byte === backslash) isEscaped = true
          else if (byte === quote) inText = false
        } else if (byte === quote) inText = true
        else if (opening.has(byte)) {
          depth += 1
          if (depth !== memberDepth) continue
          keepFrame(piece.subarray(start, place))
          start = place
        } else if (closing.has(byte)) {
          depth -= 1
          if (depth !== memberDepth - 1) continue
          take(Buffer.concat([...cut, piece.subarray(start, place + 1)]))
          cut = []
          cutLength = 0
          start = place + 1
          keepFrame(zero)
        }
      }
      if (depth < memberDepth) {
        keepFrame(piece.subarray(start))
        return
      }
      cut.push(piece.subarray(start))
      cutLength += piece.length - start
      if (cutLength > longest.member) throw new MembersTooLong('A member is too long')
    },
    frame: (): Buffer => Buffer.concat(frame),
  }
}

/** The object itself, its array, and what stands in it. */
const memberDepth = 3
const zero = Buffer.from('0')
