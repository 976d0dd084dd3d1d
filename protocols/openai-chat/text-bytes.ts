import type { TextSample } from '../counting/text-sample.ts'

/** Members that hold generated text, the likeliest first: once one of them has some, the others only repeat it. */
const marks = ['content":', 'arguments":', 'reasoning":', 'refusal":', 'transcript":', 'text":', 'value":'].map(
  (mark) => Buffer.from(mark),
)
const quote = 0x22
const backslash = 0x5c

/** Bytes of the generated text in a piece of events, found without parsing; the sample takes what is found. */
export const measureText = (bytes: Buffer, sample?: TextSample): number => {
  for (const mark of marks) {
    const total = measureMember(bytes, mark, sample)
    if (total > 0) return total
  }
  return 0
}

const measureMember = (bytes: Buffer, mark: Buffer, sample: TextSample | undefined): number => {
  let total = 0
  let at = bytes.indexOf(mark)
  while (at >= 0) {
    let start = at + mark.length
    if (bytes[start] === 0x20) start += 1
    const end = bytes[start] === quote ? endOfText(bytes, start) : start
    if (end > start) {
      total += end - start - 1
      sample?.take(bytes, start + 1, end)
    }
    at = bytes.indexOf(mark, end)
  }
  return total
}

/** Where the closing quote stands; a quote behind an odd number of backslashes is part of the text. */
const endOfText = (bytes: Buffer, start: number): number => {
  let end = start
  for (;;) {
    end = bytes.indexOf(quote, end + 1)
    if (end < 0) return bytes.length
    let slashes = 0
    while (bytes[end - 1 - slashes] === backslash) slashes += 1
    if (slashes % 2 === 0) return end
  }
}
