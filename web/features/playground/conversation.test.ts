import { describe, expect, it } from 'vitest'
import { newAnswer } from './answer-events.ts'
import {
  type Answer,
  addTurn,
  branchedAt,
  type Conversation,
  defaultParameters,
  editedTurn,
  openCalls,
  pathOf,
  retriedTurn,
  showVersion,
  sidesOf,
  type Turn,
  titleOf,
  versionsOf,
  withAnswer,
} from './conversation.ts'
import { exportText, findConversations, importText, readConversation } from './kept-conversations.ts'
import { type RefusedParameters, requestBody, toolsOf } from './request-body.ts'

const side = (id: string, model: string, changes = {}) => ({
  id,
  model,
  parameters: { ...defaultParameters, ...changes },
})
const empty: Conversation = {
  id: 'c',
  title: '',
  createdAt: 1,
  changedAt: 1,
  payer: { kind: 'group', group: '' },
  system: 'Be brief',
  tools: '',
  sides: [side('a', 'first'), side('b', 'second')],
  turns: [],
  shown: {},
}
const asked = (text: string) => ({ kind: 'text' as const, text, files: [] })
const turn = (id: string, parent: string | null, text: string): Turn => ({
  id,
  parent,
  question: asked(text),
  answers: {},
})
const answered = (text: string, changes: Partial<Answer> = {}): Answer => ({
  ...newAnswer('m', 1),
  state: 'complete',
  text,
  ...changes,
})
const both = (whole: Conversation, id: string, text: string) =>
  withAnswer(withAnswer(whole, id, 'a', answered(`${text} a`)), id, 'b', answered(`${text} b`))
const two = () =>
  both(addTurn(both(addTurn(empty, turn('1', null, 'One')), '1', 'one'), turn('2', '1', 'Two')), '2', 'two')
const shown = (whole: Conversation) => pathOf(whole).map(({ id }) => id)
const turnOf = (whole: Conversation, id: string): Turn => {
  const found = whole.turns.find((each) => each.id === id)
  if (found === undefined) throw new Error(`there is no turn ${id}`)
  return found
}
/** What a model refuses that takes everything. */
const none: RefusedParameters = new Set()
const contents = (whole: Conversation, id: string, place = 0) => {
  const { messages } = requestBody(whole, turnOf(whole, id), whole.sides[place] ?? side('a', 'first'), none)
  return (messages as { role: string; content: unknown }[]).map(({ role, content }) => `${role}: ${content}`)
}

describe('a conversation', () => {
  it('gives each side its own answers, behind the same questions', () => {
    expect(contents(two(), '2', 1)).toEqual(['system: Be brief', 'user: One', 'assistant: one b', 'user: Two'])
    expect(contents({ ...two(), system: ' ' }, '2')).toEqual(['user: One', 'assistant: one a', 'user: Two'])
  })

  it('answers anew in another version, keeps what the others said, and goes on from the version that is shown', () => {
    const retried = addTurn(two(), retriedTurn(turnOf(two(), '1'), '1x', 'a'))
    expect(shown(retried)).toEqual(['1x'])
    expect(turnOf(retried, '1x').answers).toEqual({ b: answered('one b') })
    expect(versionsOf(retried, turnOf(retried, '1x'))).toMatchObject({
      place: 1,
      versions: [{ id: '1' }, { id: '1x' }],
    })
    expect(shown(showVersion(retried, turnOf(retried, '1')))).toEqual(['1', '2'])
  })

  it('asks something else in the place of a question, and comes back to what was said before', () => {
    const edited = addTurn(two(), editedTurn(turnOf(two(), '2'), '2x', asked('Twice')))
    expect(shown(edited)).toEqual(['1', '2x'])
    expect(contents(edited, '2x')).toEqual(['system: Be brief', 'user: One', 'assistant: one a', 'user: Twice'])
    expect(turnOf(edited, '2x').answers).toEqual({})
  })

  it('branches off into one of its own, without what came later and without other versions', () => {
    const edited = addTurn(two(), editedTurn(turnOf(two(), '1'), '1x', asked('Else')))
    const branch = branchedAt(edited, turnOf(edited, '1'), 'd', 9)
    expect(branch).toMatchObject({ id: 'd', createdAt: 9, turns: [{ id: '1' }] })
    expect(shown(branch)).toEqual(['1'])
    expect(edited.turns).toHaveLength(3)
  })

  it('is called as it begins, in one line', () => {
    expect(titleOf(two())).toBe('One')
    expect(titleOf(addTurn(empty, turn('1', null, `a\n b ${'x'.repeat(99)}`)))).toMatch(/^a b x{55}…$/)
    const picture = { kind: 'image' as const, name: 'cat.png', content: 'data:' }
    expect(titleOf(addTurn(empty, { ...turn('1', null, ''), question: { ...asked(''), files: [picture] } }))).toBe(
      'cat.png',
    )
  })

  it('gives results of tools to the side that called them, and no call without its result', () => {
    const calls = [{ id: 'x', name: 'weather', arguments: '{}' }]
    const called = withAnswer(addTurn(empty, turn('1', null, 'Rain?')), '1', 'a', answered('', { toolCalls: calls }))
    expect([openCalls(called, 'a'), openCalls(called, 'b')]).toEqual([calls, []])
    const result = { kind: 'results' as const, side: 'a', results: [{ callId: 'x', content: 'wet' }] }
    const given = addTurn(called, { ...turn('2', '1', ''), question: result })
    expect(sidesOf(given, result).map(({ id }) => id)).toEqual(['a'])
    const messages = (whole: Conversation, id: string) =>
      requestBody(whole, turnOf(whole, id), side('a', 'first'), none).messages
    expect(messages(given, '2')).toMatchObject([
      { role: 'system' },
      { role: 'user' },
      { role: 'assistant', tool_calls: [{ id: 'x', function: { name: 'weather', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'x', content: 'wet' },
    ])
    expect(contents(addTurn(called, turn('2', '1', 'Well?')), '2')).toEqual([
      'system: Be brief',
      'user: Rain?',
      'user: Well?',
    ])
  })
})

describe('a request', () => {
  it('has only what was chosen in it', () => {
    const body = (changes = {}, tools = '') =>
      requestBody({ ...two(), tools }, turnOf(two(), '2'), side('a', 'first', changes), none)
    expect(Object.keys(body())).toEqual(['model', 'messages', 'stream', 'stream_options'])
    expect(body({ temperature: 0.3, maxTokens: 50, stop: 'a\nb', effort: 'low' })).toMatchObject({
      temperature: 0.3,
      max_tokens: 50,
      stop: ['a', 'b'],
      reasoning_effort: 'low',
    })
    const tools = '[{"type":"function","function":{"name":"weather","parameters":{}}}]'
    expect(body({}, tools)).toMatchObject({ tools: JSON.parse(tools) })
    expect([toolsOf('{'), toolsOf('[{"type":"function"}]'), toolsOf('')]).toEqual([undefined, undefined, []])
  })

  it('has nothing in it that its model refuses, and has it again for one that takes it', () => {
    const chosen = side('a', 'first', { temperature: 0.3, maxTokens: 50, stop: 'a', seed: 7 })
    const whole = two()
    const body = (refused: RefusedParameters) => requestBody(whole, turnOf(whole, '2'), chosen, refused)
    const refusing = body(new Set(['temperature', 'maxTokens', 'stop']))
    for (const member of ['temperature', 'max_tokens', 'stop']) expect(refusing).not.toHaveProperty(member)
    expect(refusing).toMatchObject({ seed: 7 })
    expect(body(none)).toMatchObject({ temperature: 0.3, max_tokens: 50, stop: ['a'], seed: 7 })
  })

  it('carries pictures, documents and texts before the words', () => {
    const files = [
      { kind: 'image' as const, name: 'cat.png', content: 'data:image/png;base64,AA' },
      { kind: 'document' as const, name: 'a.pdf', content: 'data:application/pdf;base64,AA' },
      { kind: 'text' as const, name: 'a.csv', content: '1,2' },
    ]
    const whole = addTurn(empty, { ...turn('1', null, ''), question: { kind: 'text', text: 'What?', files } })
    const { messages } = requestBody(whole, turnOf(whole, '1'), side('a', 'first'), none)
    expect(messages).toMatchObject([
      { role: 'system' },
      {
        content: [
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } },
          { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AA' } },
          { type: 'text', text: 'a.csv:\n1,2' },
          { type: 'text', text: 'What?' },
        ],
      },
    ])
  })
})

describe('conversations that leave memory', () => {
  it('come back from a file as they went into it', () => {
    expect(importText(exportText([two()]))).toEqual({ ok: true, conversations: [two()], leftOut: 0 })
    for (const text of ['', '[]', '{"format":"playground-conversations","version":2,"conversations":[]}']) {
      expect(importText(text)).toEqual({ ok: false })
    }
  })

  it('are left out when they do not fit, or go round in a circle', () => {
    const circle = { ...two(), turns: [turn('1', '2', 'One'), turn('2', '1', 'Two')] }
    const file = JSON.parse(exportText([two()]))
    const text = JSON.stringify({ ...file, conversations: [two(), circle, { id: 'x' }] })
    expect(importText(text)).toMatchObject({ conversations: [{ id: 'c' }], leftOut: 2 })
  })

  it('were stopped when they were under way', () => {
    const running = withAnswer(two(), '2', 'a', { ...answered('tw'), state: 'incomplete' })
    expect(readConversation(running)?.turns[1]?.answers.a).toMatchObject({ state: 'stopped', text: 'tw' })
  })

  it('are found by all words of a search, newest first', () => {
    const others = [two(), { ...two(), id: 'd', changedAt: 5, title: 'Rivers' }]
    const found = (search: string) => findConversations(others, search).map(({ id }) => id)
    expect([found(''), found('two B'), found('rivers one'), found('rivers nothing')]).toEqual([
      ['d', 'c'],
      ['d', 'c'],
      ['d'],
      [],
    ])
  })
})
