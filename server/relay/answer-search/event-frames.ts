import { parseLenient } from '#protocols/json/json.ts'
import { eachEvent, eventData, withoutLineEnds } from '#protocols/sse.ts'

/** One event of a stream: its bytes, what it says, and how it is written once that was changed. */
export type Frame = { bytes: Buffer; value: unknown; write: () => Buffer }

export type Framing = 'events' | 'array' | 'lines'

export const framesOf = (piece: Buffer, framing: Framing): Frame[] =>
  framing === 'events'
    ? [...eachEvent(piece)].map(eventFrame)
    : framing === 'lines'
      ? lineFrames(piece)
      : itemFrames(piece)

const eventFrame = (bytes: Buffer): Frame => {
  const data = eventData(bytes)
  const value = data?.startsWith('{') ? parseLenient(data) : undefined
  return {
    bytes,
    value,
    write: () => {
      const others = bytes
        .toString('utf8')
        .split(/\r\n|\n|\r/)
        .filter((line) => line !== '' && !line.startsWith('data:'))
      return Buffer.from([...others, `data: ${withoutLineEnds(JSON.stringify(value))}`, '', ''].join('\n'))
    },
  }
}

/** The items of an array that this gateway writes itself: no JSON of its own holds this mark. */
const between = ',\r\n'
const itemShape = /^(\[?)(\{[\s\S]*\})?(\]?)$/

const itemFrames = (piece: Buffer): Frame[] =>
  piece
    .toString('utf8')
    .split(between)
    .map((text, position) => {
      const mark = position === 0 ? '' : between
      const [, opening = '', json = '', closing = ''] = itemShape.exec(text) ?? []
      const value = json === '' ? undefined : parseLenient(json)
      return {
        bytes: Buffer.from(mark + text),
        value,
        write: () => Buffer.from(`${mark}${opening}${JSON.stringify(value)}${closing}`),
      }
    })

/** Pieces of whole lines, each of them one value. */
const lineFrames = (piece: Buffer): Frame[] =>
  piece
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const value = parseLenient(line)
      return {
        bytes: Buffer.from(`${line}\n`),
        value,
        write: () => Buffer.from(`${withoutLineEnds(JSON.stringify(value))}\n`),
      }
    })
