/** Bytes on their way over one connection, one letter each, and where the network cuts them. */
export type Sent = { text: string; cuts: number[] }

export const pick = <Item>(random: () => number, items: readonly Item[]): Item => {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new RangeError('nothing to pick from')
  return item
}

export const count = (random: () => number, most: number): number => Math.floor(random() * (most + 1))

const marks = [
  '\r',
  '\n',
  '\r\n',
  '\r\n\r\n',
  '\0',
  ' ',
  '\t',
  ':',
  ',',
  ';',
  '=',
  '"',
  '\u000b',
  '\u007f',
  '\u0085',
  '\u00a0',
  '\u00ff',
  'HTTP/1.1',
  '0',
  '5',
  'f',
  '+',
  '-',
]

type Mutation = (random: () => number, text: string) => string

const mutations: readonly Mutation[] = [
  function insert(random, text) {
    const place = count(random, text.length)
    return text.slice(0, place) + pick(random, marks) + text.slice(place)
  },
  function remove(random, text) {
    const place = count(random, text.length)
    return text.slice(0, place) + text.slice(place + 1 + count(random, 2))
  },
  function overwrite(random, text) {
    const place = count(random, text.length)
    return text.slice(0, place) + String.fromCharCode(count(random, 255)) + text.slice(place + 1)
  },
  function flipBit(random, text) {
    const place = count(random, Math.max(0, text.length - 1))
    const flipped = (text.charCodeAt(place) || 0) ^ (1 << count(random, 7))
    return text.slice(0, place) + String.fromCharCode(flipped) + text.slice(place + 1)
  },
  function repeatPart(random, text) {
    const place = count(random, text.length)
    const part = text.slice(place, place + 1 + count(random, 20))
    return text.slice(0, place) + part + text.slice(place)
  },
  /** A line once more, anywhere. */
  function repeatLine(random, text) {
    const lines = text.split('\r\n')
    const line = pick(random, lines)
    return lines.toSpliced(count(random, lines.length), 0, random() < 0.5 ? line : line.toUpperCase()).join('\r\n')
  },
  (random, text) =>
    text.replace(/\r\n/g, (end) => (random() < 0.1 ? pick(random, ['\n', '\r', '\r\r\n', '\n\r']) : end)),
  (random, text) => text.replace(/: /, pick(random, [':', ' : ', ':\t', ':  ', ': \r\n ', '\t:', ':\u000b'])),
  (random, text) => text.slice(0, count(random, text.length)),
]

/** Half of them stay as they were written. */
export const mutated = (random: () => number, text: string): string => {
  let result = text
  for (let left = random() < 0.5 ? 0 : 1 + count(random, 1); left > 0; left -= 1) {
    result = pick(random, mutations)(random, result)
  }
  return result
}

/** Mostly in a few pieces, now and then each byte alone. */
export const cut = (random: () => number, text: string): Sent => {
  const isCrumbled = random() < 0.01 && text.length < 1000
  const cuts = isCrumbled
    ? Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => index + 1)
    : Array.from({ length: count(random, 2) }, () => count(random, text.length))
  return { text, cuts: cuts.sort((one, other) => one - other) }
}

export const piecesOf = ({ text, cuts }: Sent): Buffer[] => {
  const bytes = Buffer.from(text, 'latin1')
  const ends = [...cuts, bytes.length]
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end)).filter(({ length }) => length > 0)
}
