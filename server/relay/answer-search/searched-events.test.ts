import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createWordWalk } from '../../lib/word-search.ts'
import { framesOf } from './event-frames.ts'
import { searchedAnswer } from './searched-answer.ts'
import { SearchedEvents } from './searched-events.ts'

const words = ['secret', 'etna', 'test_case', '敏感词', 'aab']
const search = { list: words, words: createWordWalk(words), patterns: [/\d{3}-\d{4}/g] }

const eventOf = (content: string, index = 0) =>
  Buffer.from(`data: ${JSON.stringify({ id: 'a', choices: [{ index, delta: { content } }] })}\n\n`)

const told = (bytes: Buffer, index = 0): string =>
  framesOf(bytes, 'events')
    .flatMap(({ value }) => {
      // seam: the tests write these events themselves
      const { choices } = value as { choices: { index: number; delta: { content: string } }[] }
      return choices.filter((choice) => choice.index === index).map(({ delta }) => delta.content)
    })
    .join('')

const run = (pieces: readonly string[], { stops = false, keptBack = 0 } = {}) => {
  const events = new SearchedEvents({ search, stops, keptBack })
  const bytes = Buffer.concat([
    ...pieces.flatMap((piece) => framesOf(eventOf(piece), 'events').flatMap((frame) => events.push(frame))),
    ...events.end(),
  ])
  return { text: told(bytes), hasStopped: events.hasStopped }
}

/** A text cut into pieces at these places. */
const cut = (text: string, places: readonly number[]): string[] => {
  const ends = [...new Set(places.map((place) => place % (text.length + 1)))].sort((one, other) => one - other)
  return [...ends, text.length].map((end, index) => text.slice(ends[index - 1] ?? 0, end))
}

const texts = fc
  .array(
    fc.oneof(fc.constantFrom(...words, 'sec', 'ret', 'a', 'b', ' ', 'Sec', 'RET', 'test_', '敏', '感'), fc.string()),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(''))
  .filter((text) => text.isWellFormed() && !/[\ud800-\udfff]/.test(text))

describe('a stream of events', () => {
  it('T40: tells the same however it is cut, and nothing of a word', () => {
    fc.assert(
      fc.property(texts, fc.array(fc.nat(200), { maxLength: 20 }), (text, places) => {
        const whole = run([text]).text
        expect(run(cut(text, places)).text).toBe(whole)
        for (const word of words) expect(whole.toLowerCase().replaceAll('***', '\n')).not.toContain(word)
        const stopped = run(cut(text, places), { stops: true })
        expect(stopped.hasStopped).toBe(whole.includes('***') && !text.includes('***') ? true : stopped.hasStopped)
        for (const word of words) expect(stopped.text.toLowerCase()).not.toContain(word)
        expect(text.startsWith(stopped.text)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('waits only while a word may have begun, and keeps the order of what waits', () => {
    const events = new SearchedEvents({ search, stops: false, keptBack: 0 })
    const push = (content: string, index?: number) =>
      framesOf(eventOf(content, index), 'events').flatMap((frame) => events.push(frame)).length
    expect(push('plain ')).toBe(1)
    expect(push('a sec')).toBe(0)
    expect(push('other choice.', 1)).toBe(0)
    expect(push('ond.')).toBe(3)
    expect(push('a secr')).toBe(0)
    expect(events.end()).toHaveLength(1)
  })

  it('finds a pattern over as many events as are kept back', () => {
    const pieces = ['call ', '555', '-12', '34', ' now']
    expect(run(pieces, { keptBack: 3 }).text).toBe('call *** now')
    expect(run(pieces, { keptBack: 3, stops: true }).text).toBe('call ')
    // Without, what has gone already is told.
    expect(run(pieces).text).toBe('call 555-12*** now')
  })

  it('passes events on as they came where nothing is in them', () => {
    const events = new SearchedEvents({ search, stops: false, keptBack: 0 })
    const odd = Buffer.from(': note\r\nevent: x\r\ndata: {"delta" : {"text":"fine."}}\r\n\r\n')
    expect(framesOf(odd, 'events').flatMap((frame) => events.push(frame))).toEqual([odd])
  })

  const pushed = (events: SearchedEvents, value: unknown) =>
    framesOf(Buffer.from(`data: ${JSON.stringify(value)}\n\n`), 'events').flatMap((frame) => events.push(frame)).length

  it('waits for no text that is there as a whole, whatever it ends with', () => {
    const events = new SearchedEvents({ search, stops: true, keptBack: 0 })
    expect(pushed(events, { modelVersion: 'model of sec', responseId: 'sec', text: 'begun' })).toBe(1)
    expect(pushed(events, { text: 'it is a sec' })).toBe(0)
    expect(pushed(events, { text: 'ond' })).toBe(2)
  })

  it('waits no longer when an error comes, which tells the rest what it is', () => {
    for (const error of [
      { error: { message: 'gone' } },
      { type: 'error', message: 'gone' },
      { type: 'response.failed' },
    ]) {
      const events = new SearchedEvents({ search, stops: true, keptBack: 0 })
      expect(pushed(events, { text: 'it is a sec' })).toBe(0)
      expect(pushed(events, error)).toBe(2)
    }
  })
})

it('an answer that is plain text is looked through as it is', () => {
  const wish = { search, stops: false, keptBack: 0 }
  expect(searchedAnswer(Buffer.from('1\n00:00 --> 00:30\nThe Secret.'), wish).bytes.toString()).toBe(
    '1\n00:00 --> 00:30\nThe ***.',
  )
  const plain = Buffer.from('nothing in it')
  expect(searchedAnswer(plain, wish)).toEqual({ bytes: plain, isRefused: false })
})
