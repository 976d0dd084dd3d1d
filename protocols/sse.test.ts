import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTextEvents, dataOf } from './events/event-text.ts'
import { EventSplitter, EventTooLong, eachEvent, eventData } from './sse.ts'

const split = (chunks: readonly Buffer[]): string[] => {
  const splitter = new EventSplitter()
  const events: string[] = []
  for (const chunk of chunks) {
    const whole = splitter.push(chunk)
    if (whole !== undefined) for (const event of eachEvent(whole)) events.push(event.toString())
  }
  const left = splitter.end()
  return left === undefined ? events : [...events, left.toString()]
}

const streams = [
  'data: {"a":1}\n\ndata: {"b":"é中😀"}\n\ndata: [DONE]\n\n',
  'data:{"a":1}\r\n\r\n: ping\r\n\r\nevent: x\r\ndata: 2\r\n\r\n',
  'data: 1\n\r\ndata: 2\r\rdata: 3',
  'id: 7\nretry: 10\ndata: one\ndata: two\n\n',
]

describe('finding events in a byte stream', () => {
  it.each(streams)('finds the same events however the network cuts %j', (stream) => {
    const bytes = Buffer.from(stream)
    const whole = split([bytes])
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      expect(split([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(whole)
    }
    expect(split([...bytes].map((byte) => Buffer.from([byte])))).toEqual(whole)
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length)), (cuts) => {
        const places = [0, ...cuts.sort((one, other) => one - other), bytes.length]
        const chunks = places.slice(1).map((end, position) => bytes.subarray(places[position], end))
        expect(split(chunks)).toEqual(whole)
      }),
    )
  })

  it.each(streams)('finds the same events in %j as text, however it is cut', (stream) => {
    const whole = split([Buffer.from(stream)])
    for (let cut = 0; cut <= stream.length; cut += 1) {
      for (const pieces of [[stream.slice(0, cut), stream.slice(cut)], [...stream]]) {
        const events = createTextEvents()
        const found = [...pieces.flatMap(events.push), events.end() ?? []].flat()
        expect(found).toEqual(whole)
        expect(found.map(dataOf)).toEqual(whole.map((event) => eventData(Buffer.from(event))))
      }
    }
  })

  it('loses and adds no byte', () => {
    for (const stream of streams) expect(split([Buffer.from(stream)]).join('')).toBe(stream)
  })

  it('keeps of what stands at the end only what somebody can read', () => {
    const leftOf = (text: string) => split([Buffer.from(text)])
    for (const whole of ['data: {"a":1}', 'data: [DONE]\n', 'event: x\ndata: words', '{"error":{"message":"no"}}']) {
      expect(leftOf(whole)).toEqual([whole])
    }
    for (const half of ['data: {"a":', 'event: x', 'event: x\nda', 'data:', '{"error":{"mess', ' ']) {
      expect(leftOf(half)).toEqual([])
    }
  })

  it('refuses an event without end', () => {
    const splitter = new EventSplitter(100)
    expect(() => {
      for (let count = 0; count < 5; count += 1) splitter.push(Buffer.alloc(30, 0x61))
    }).toThrow(EventTooLong)
  })

  it('joins the data lines of an event, with and without a space behind the colon', () => {
    expect(eventData(Buffer.from('event: x\ndata:one\ndata: two\n\n'))).toBe('one\ntwo')
    expect(eventData(Buffer.from(': ping\n\n'))).toBeUndefined()
  })

  it('F04: reads the first event behind a byte order mark', () => {
    expect(eventData(Buffer.from('\ufeffdata: one\n\n'))).toBe('one')
  })
})
