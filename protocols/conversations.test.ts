import { describe, expect, it } from 'vitest'
import { agents } from '#testing/agent-conversations.ts'
import { recordingsInSet, recordingsOf, recordingsPresent } from '#testing/recordings.ts'
import { conversationBeginning, conversationName } from './conversations.ts'
import { isObject, type JsonObject } from './json/json.ts'

const known = (body: JsonObject, headers: Record<string, string> = {}): string =>
  conversationName(body, headers) ?? JSON.stringify(conversationBeginning(body)?.texts)

describe.each(Object.entries(agents))('a coding agent that is %s', (_title, agent) => {
  const sessions = [...Array(20).keys()]
  const turns = [...Array(30).keys()]

  it.each([
    ['by the name it gives it', (session: number, turn: number) => agent(session, turn)],
    ['by its beginning', (session: number, turn: number) => withoutNames(agent(session, turn))],
  ])('has its conversation recognised turn by turn %s, and is taken for no other', (_way, turnOf) => {
    const found = sessions.map(
      (session) => new Set(turns.map((turn) => known(turnOf(session, turn).body, turnOf(session, turn).headers))),
    )
    expect(found.map(({ size }) => size)).toEqual(sessions.map(() => 1))
    expect(new Set(found.flatMap((each) => [...each])).size).toBe(sessions.length)
  })

  it('goes on from its second turn, and not from its first', () => {
    expect(turns.map((turn) => conversationBeginning(agent(1, turn).body)?.isContinued)).toEqual(
      turns.map((turn) => turn > 0),
    )
  })
})

const withoutNames = ({ body: { prompt_cache_key: _key, metadata: _metadata, ...body } }: { body: JsonObject }) => ({
  body,
  headers: {},
})

describe('the name of a conversation', () => {
  it('is the key for the cache before the session of the agent, before the session of the user, before any other', () => {
    const metadata = { user_id: 'user_1_account__session_of-user' }
    const headers = { 'x-session-id': 'any', session_id: 'of-agent' }
    expect(conversationName({ prompt_cache_key: 'key', metadata }, headers)).toBe('key')
    expect(conversationName({ metadata }, headers)).toBe('of-agent')
    expect(conversationName({ metadata }, { 'x-session-id': 'any' })).toBe('of-user')
    expect(conversationName({}, { 'x-session-id': 'any' })).toBe('any')
  })

  it('is not a name of the user, nothing at all, or a thousand letters', () => {
    expect(conversationName({ metadata: { user_id: 'alice' } }, {})).toBeUndefined()
    expect(conversationName({ prompt_cache_key: '', metadata: { user_id: '{"session_id":""}' } }, {})).toBeUndefined()
    expect(
      conversationName({ prompt_cache_key: 'k'.repeat(1025) }, { session_id: ['a', 'b'].join('').repeat(600) }),
    ).toBeUndefined()
  })
})

describe('the beginning of a conversation', () => {
  it('tells pictures apart without reading all of them', () => {
    const asked = (end: string) =>
      known({
        messages: [
          {
            role: 'user',
            content: [
              { type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(3_000_000)}${end}` } },
            ],
          },
        ],
      })
    expect(asked('B')).not.toBe(asked('C'))
    expect(asked('B').length).toBeLessThan(20_000)
  })

  it('tells tasks apart that begin with the same four pages, by their end and by how long they are', () => {
    const asked = (end: string) =>
      known({ messages: [{ role: 'user', content: `${'Read this. '.repeat(400)}${end}` }] })
    expect(new Set([asked('Find the fault.'), asked('Find the cause.'), asked('Find a fault.')]).size).toBe(3)
  })

  it.each([0, 40, 400])('is the same whatever an agent stamps its system with, before %d letters', (letters) => {
    const stamped = (stamp: string) =>
      known({
        system: `x-anthropic-billing-header: cc_version=2.1.331.abc; cc_entrypoint=cli; cch=${stamp};\n${'w'.repeat(letters)}`,
        messages: [{ role: 'user', content: 'Hi.' }],
      })
    expect(stamped('00000')).toBe(stamped(`fffff; more=${'f'.repeat(letters)}`))
  })

  it('reaches to the first question where the model greets first', () => {
    const asked = (question: string) =>
      known({
        messages: [
          { role: 'assistant', content: 'Welcome.' },
          { role: 'user', content: question },
        ],
      })
    expect(asked('one')).not.toBe(asked('two'))
  })

  it('is nothing where nobody says anything', () => {
    expect(conversationBeginning({})).toBeUndefined()
    expect(conversationBeginning({ messages: [], tools: 'none' })).toBeUndefined()
  })
})

describe.skipIf(!recordingsPresent)('recorded conversations', () => {
  const recorded = ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini', 'ollama'].flatMap((protocol) =>
    recordingsOf(protocol).flatMap(({ id, request }) => {
      const body = request?.body
      return isObject(body) && placeOf(body) !== undefined ? [{ id, body }] : []
    }),
  )

  it('are recognised turn by turn', () => {
    const turns = recorded.flatMap(({ id, body }) =>
      turnsOf(body).map((turn) => ({ id, isKnown: known(turn) === known(body) })),
    )
    expect(turns.length).toBeGreaterThan(150)
    expect(turns.filter(({ isKnown }) => !isKnown)).toEqual([])
  })

  it('are taken for one only where the same was asked with the same tools', () => {
    const askedOf = new Map<string, Set<string>>()
    for (const { body } of recorded) {
      const asked = askedOf.get(known(body)) ?? new Set()
      askedOf.set(known(body), asked.add(firstWords(body)))
    }
    expect(askedOf.size).toBeGreaterThan(100)
    expect([...askedOf.values()].filter(({ size }) => size > 1)).toEqual([])
  })
})

it.skipIf(recordingsPresent)(
  `${recordingsInSet} recorded exchanges were not looked at: their folder is not here`,
  () => {},
)

const placeOf = (body: JsonObject): 'messages' | 'contents' | 'input' | undefined =>
  (['messages', 'contents', 'input'] as const).find((place) => Array.isArray(body[place]))

const listOf = (body: JsonObject): unknown[] => {
  const list = body[placeOf(body) ?? 'messages']
  return Array.isArray(list) ? list : []
}

/** What the client had sent before each of the answers that the conversation holds, and last. */
const turnsOf = (body: JsonObject): JsonObject[] => {
  const list = listOf(body)
  return list.flatMap((_, at) => {
    const isTurn = !isAnswer(list[at]) && (at + 1 === list.length || isAnswer(list[at + 1]))
    return isTurn ? [{ ...body, [placeOf(body) ?? 'messages']: list.slice(0, at + 1) }] : []
  })
}

const isAnswer = (turn: unknown): boolean =>
  isObject(turn) &&
  (turn.role === 'assistant' || turn.role === 'model' || turn.type === 'function_call' || turn.type === 'reasoning')

/** The user's words before the first answer, whatever stands around them. */
const firstWords = (body: JsonObject): string => {
  const list = listOf(body).filter((turn) => !isObject(turn) || (turn.role !== 'system' && turn.role !== 'developer'))
  const end = list.findIndex(isAnswer)
  const words: string[] = []
  const collect = (value: unknown): void => {
    if (typeof value === 'string') words.push(value)
    else if (Array.isArray(value)) value.forEach(collect)
    else if (isObject(value))
      for (const name of ['content', 'parts', 'text', 'url', 'file_data', 'data']) collect(value[name])
  }
  collect(end < 0 ? list : list.slice(0, end))
  return words.join('\n')
}
