import type { StreamTap } from '#protocols/protocol.ts'
import { eachEvent } from '#protocols/sse.ts'
import type { Channel } from '../domain/channels/channel.ts'
import { jsonWithoutSecrets, mayComplain } from '../domain/words/answer-words.ts'
import { withoutSecrets } from '../domain/words/upstream-words.ts'

/**
 * A stream of events in which the upstream gives nothing away. One in which the model speaks passes as it is, which is
 * nearly all of them; every other one, and all lines that carry no data, are looked at. Once an upstream has said what it
 * should not, nothing of it passes unseen.
 */
export const withCleanWords = (tap: StreamTap, channel: Channel): StreamTap => {
  const passage = new CleanPassage(tap, channel)
  return { ...tap, push: (chunk) => passage.push(chunk), end: () => passage.end() }
}

/** A class, because one is made for every stream and its methods should not be. */
class CleanPassage {
  readonly #tap: StreamTap
  readonly #cleaner: Cleaner
  #textBytes = 0
  /** What an upstream says of itself in every piece it says in the first. */
  #isFirst = true

  constructor(tap: StreamTap, channel: Channel) {
    this.#tap = tap
    this.#cleaner = new Cleaner(channel)
  }

  push(chunk: Buffer): Buffer | undefined {
    const piece = this.#tap.push(chunk)
    if (piece === undefined) return undefined
    return this.#mayPass(piece, chunk) ? piece : this.#cleaner.clean(piece)
  }

  end(): Buffer | undefined {
    const piece = this.#tap.end()
    return piece && this.#cleaner.clean(piece)
  }

  #mayPass(piece: Buffer, chunk: Buffer): boolean {
    const tap = this.#tap
    const [before, wasFirst] = [this.#textBytes, this.#isFirst]
    this.#textBytes = tap.textBytes()
    this.#isFirst = false
    if (wasFirst || this.#textBytes === before || this.#cleaner.isSuspicious || tap.failed()) return false
    // What was written anew holds nothing but what was read, and the upstream speaks in few places of that. A tap that
    // cuts something out of what passes, or holds something back, has found more than the model's words.
    const isPassed = tap.problem === undefined
    return (!isPassed || piece === chunk) && this.#cleaner.isSpoken(piece)
  }
}

export class Cleaner {
  readonly #channel: Channel
  #isSuspicious = false
  /** The line of the event's name that was looked at last. */
  #name: Buffer = noBytes
  /** What the model's words were found behind. */
  #mark = marks[0] ?? ''

  constructor(channel: Channel) {
    this.#channel = channel
  }

  get isSuspicious(): boolean {
    return this.#isSuspicious
  }

  /** Whether a piece is made of events in which the model speaks, and which have no other lines than it needs. */
  isSpoken(piece: Buffer): boolean {
    let text: string | undefined
    for (let start = 0; start < piece.length; ) {
      const data = this.#startOfData(piece, start)
      if (data < 0 || piece[data] !== letterD || piece[data + 4] !== colon) return false
      const end = piece.indexOf(lineFeed, data)
      const next = piece[end + 1] === carriageReturn ? end + 3 : end + 2
      if (end < 0 || piece[next - 1] !== lineFeed) return false
      const isOnly = start === 0 && next === piece.length
      // One by itself holds the words that were found in the piece.
      if (!isOnly) {
        text ??= piece.toString('latin1')
        if (!this.#hasWords(text, data, end)) return false
      }
      start = next
    }
    return true
  }

  clean(piece: Buffer): Buffer {
    const text = piece.toString('latin1')
    if (plainLines.test(text) && !mayComplain(text)) {
      this.#noteName(piece)
      return piece
    }
    const events = [...eachEvent(piece)]
    const cleaned = events.map((event) => this.#cleanEvent(event))
    return cleaned.every((event, index) => event === events[index]) ? piece : Buffer.concat(cleaned)
  }

  #startOfData(piece: Buffer, start: number): number {
    const name = this.#name
    if (piece[start] !== letterE || name.length === 0) return start
    for (let index = 0; index < name.length; index += 1) if (piece[start + index] !== name[index]) return -1
    return start + name.length
  }

  #hasWords(text: string, start: number, end: number): boolean {
    if (isBehind(this.#mark, text, start, end)) return true
    const found = marks.find((each) => isBehind(each, text, start, end))
    this.#mark = found ?? this.#mark
    return found !== undefined
  }

  #cleanEvent(event: Buffer): Buffer {
    const text = event.toString('utf8', event[0] === 0xef ? 3 : 0)
    const lines = text.split(/\r\n|\n|\r/).filter((line) => line !== '')
    const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(line[5] === ' ' ? 6 : 5))
    const others = lines.filter((line) => !line.startsWith('data:'))
    const kept = others.map((line) => cleanLine(this.#channel, line)).filter((line) => line !== undefined)
    const told = data.join('\n')
    const cleaned = cleanData(this.#channel, told)
    if (cleaned === told && kept.length === others.length && kept.every((line, index) => line === others[index])) {
      this.#noteName(event)
      return event
    }
    if (cleaned !== told) this.#isSuspicious = true
    if (data.length > 0) kept.push(...cleaned.split('\n').map((line) => `data: ${line}`))
    return Buffer.from(kept.length === 0 ? keepAlive : `${kept.join('\n')}\n\n`)
  }

  #noteName(event: Buffer): void {
    if (event[0] !== letterE || this.#startOfData(event, 0) > 0) return
    const end = event.indexOf(lineFeed) + 1
    if (end > 0 && event[end] === letterD) this.#name = Buffer.from(event.subarray(0, end))
  }
}

const cleanData = (channel: Channel, data: string): string => {
  if (data.trim() === '[DONE]' || (data.trimStart().startsWith('{') && !mayComplain(data))) return data
  return jsonWithoutSecrets(channel, data) ?? withoutSecrets(channel, data)
}

const cleanLine = (channel: Channel, line: string): string | undefined => {
  const [, field = '', value = ''] = fieldShape.exec(line) ?? []
  switch (field) {
    case 'data':
      return line
    case 'event':
    case 'id':
      return labelShape.test(value) && withoutSecrets(channel, value) === value ? line : undefined
    case 'retry':
      return /^\d{1,9}$/.test(value) ? line : undefined
    default:
      // What is no field is read by nobody who reads events.
      return line.startsWith(':') ? undefined : withoutSecrets(channel, line)
  }
}

const isBehind = (mark: string, text: string, start: number, end: number): boolean => {
  const found = text.indexOf(mark, start)
  return found >= 0 && found < end && text[found + mark.length] !== '"'
}

/** Events of data alone, with names that dialects give them. */
const plainLines = /^(?:(?:event: (?:response\.)?[a-z_]+\r?\n)?data: (?:\{.*\}|\[DONE\])\r?\n\r?\n)+$/
const noBytes: Buffer = Buffer.alloc(0)
const letterD = 0x64
const letterE = 0x65
const colon = 0x3a
const lineFeed = 0x0a
const carriageReturn = 0x0d

/** An upstream that is still at work says so in words of its own. */
const keepAlive = ': keep-alive\n\n'
const fieldShape = /^(data|event|id|retry): ?(.*)$/
const labelShape = /^[\w.:-]{1,64}$/

/** Members of the model's own words, the likeliest first. */
const marks: readonly string[] = [
  '"content":"',
  '"text":"',
  '"delta":"',
  '"arguments":"',
  '"partial_json":"',
  '"thinking":"',
  '"reasoning_content":"',
  '"reasoning":"',
]
