import { describe, expect, it } from 'vitest'
import { chatOf } from '#testing/chat-dialects.ts'
import { recordingsOf, recordingsPresent } from '#testing/recordings.ts'
import { replyContext } from '#testing/reply-context.ts'
import { passThrough, translateChat } from './exchange.ts'
import { ProtocolError } from './failure.ts'
import { protocolOf } from './index.ts'
import { isObject } from './json/json.ts'
import type { ProtocolName } from './protocol.ts'
import { eachEvent, eventData } from './sse.ts'

const folders = {
  'openai-chat': 'openai-chat',
  'openai-responses': 'openai-responses',
  'anthropic-messages': 'anthropic-messages',
  'gemini-generate': 'gemini',
} as const satisfies Partial<Record<ProtocolName, string>>
type Dialect = keyof typeof folders
const dialects: readonly Dialect[] = ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini-generate']

const request = chatOf('openai-chat').client.readRequest({
  model: 'm',
  stream: true,
  tools: [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }],
  messages: [{ role: 'user', content: 'Say something.' }],
})
const context = replyContext(request)

const odd: readonly unknown[] = [null, 1e308, 'x', {}, [[]]]

/** The same value, with each of its parts in turn, but for those far back in a list, something it should not be. */
function* oddlyShaped(value: unknown, put: (odd: unknown) => unknown = (each) => each): Generator<unknown> {
  for (const each of odd) yield put(each)
  if (Array.isArray(value)) {
    for (const [index, inner] of value.slice(0, 2).entries()) {
      yield* oddlyShaped(inner, (each) => put(value.with(index, each)))
    }
  } else if (isObject(value)) {
    for (const [name, inner] of Object.entries(value))
      yield* oddlyShaped(inner, (each) => put({ ...value, [name]: each }))
  }
}

/** Whoever reads an answer tells in this way alone that it cannot: anything else is taken for a fault of our own. */
const expectUpstreamsFault = (read: () => unknown, bytes: Buffer): void => {
  try {
    read()
  } catch (error) {
    if (!(error instanceof ProtocolError)) expect.fail(`${bytes.toString().slice(0, 2000)}: ${String(error)}`)
  }
}

describe.skipIf(!recordingsPresent)('answers in which a part is not what it should be', () => {
  describe.each(dialects)('T46: from an upstream of %s', (dialect) => {
    const { upstream } = chatOf(dialect)
    const recorded = recordingsOf(folders[dialect]).filter(({ response }) => response.status === 200)
    const exchangesWith = dialects.map((client) => translateChat({ client: chatOf(client).client, upstream, context }))
    const passed = passThrough(
      protocolOf(dialect),
      protocolOf('openai-chat').request.outline({ model: 'm', messages: [{}] }),
    )

    it('are read as well as can be, or refused, when they are whole', () => {
      let tried = 0
      for (const { streaming, response } of recorded) {
        if (streaming || response.body === undefined) continue
        for (const answer of oddlyShaped(JSON.parse(response.body))) {
          const bytes = Buffer.from(JSON.stringify(answer))
          const exchange = exchangesWith[tried % exchangesWith.length]
          expectUpstreamsFault(() => [exchange?.whole(bytes), passed.whole(bytes)], bytes)
          tried += 1
        }
      }
      expect(tried).toBeGreaterThan(1000)
    })

    it('are read as well as can be, or refused, when they are streamed', () => {
      let tried = 0
      for (const { streaming, response } of recorded) {
        if (!streaming || response.sse === undefined) continue
        const events = [...eachEvent(Buffer.from(response.sse))]
        for (const place of placesIn(events)) {
          const event = events[place]
          const data = event === undefined ? undefined : eventData(event)
          if (event === undefined || data === undefined || !data.startsWith('{')) continue
          const name = event.toString().startsWith('event: ') ? `${event.toString().split('\n', 1)}\n` : ''
          const [before, after] = [events.slice(Math.max(0, place - 3), place), events.slice(place + 1, place + 4)]
          for (const changed of oddlyShaped(JSON.parse(data))) {
            const oddEvent = Buffer.from(`${name}data: ${JSON.stringify(changed)}\n\n`)
            const bytes = Buffer.concat([...before, oddEvent, ...after])
            const exchange = exchangesWith[tried % exchangesWith.length]
            for (const tap of [exchange?.tap(), passed.tap()]) {
              expectUpstreamsFault(() => [tap?.push(bytes), tap?.end(), tap?.usage(), tap?.tools?.()], bytes)
            }
            tried += 1
          }
        }
      }
      expect(tried).toBeGreaterThan(1000)
    })
  })
})

/** The first and the last say most. */
const placesIn = (events: readonly Buffer[]): number[] =>
  [...events.keys()].filter((place) => place < 2 || place > events.length - 4)
