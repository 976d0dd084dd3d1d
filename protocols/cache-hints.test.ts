import { describe, expect, it } from 'vitest'
import { readRequest as readMessages } from './anthropic-messages/read-request.ts'
import { writeRequest as writeMessages } from './anthropic-messages/write-request.ts'
import { withCacheHints } from './cache-hints.ts'
import type { ChatRequest } from './chat.ts'
import { readRequest as readGenerate } from './gemini-generate/read-request.ts'
import { readRequest as readChat } from './openai-chat/read-request.ts'
import { writeRequest as writeChat } from './openai-chat/write-request.ts'
import { readRequest as readResponses } from './openai-responses/read-request.ts'
import { writeRequest as writeResponses } from './openai-responses/write-request.ts'

const target = { model: 'claude-sonnet-4-6', defaultMaximumOutput: 100, fetchesUrls: true }
const user = (content: string) => ({ role: 'user', content })

/** As loose as parsing leaves it. */
type Written = ReturnType<typeof JSON.parse>
const marked = (request: ChatRequest): string[] => marksIn(writeMessages(request, target))

const marksIn = ({ tools = [], system = [], messages }: Written): string[] => {
  const isMarked = (block: Written) => block.cache_control !== undefined
  return [
    ...tools.filter(isMarked).map(({ name }: Written) => name),
    ...system.filter(isMarked).map(({ text }: Written) => text),
    ...messages.flatMap(({ content }: Written) =>
      Array.isArray(content) ? content.filter(isMarked).map((block: Written) => block.text ?? block.tool_use_id) : [],
    ),
  ]
}

describe('hints for the cache, where a client set none', () => {
  const agent = {
    model: 'm',
    tools: ['look', 'write'].map((name) => ({ type: 'function', function: { name, parameters: {} } })),
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'developer', content: 'Be kind.' },
      user('One.'),
      { role: 'assistant', content: 'Two.' },
      user('Three.'),
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'seen' },
    ],
  }

  it('stand behind the tools, the words of the system and the last two turns: four, as many as there may be', () => {
    expect(marked(withCacheHints(readChat(agent)))).toEqual(['write', 'Be kind.', 'Three.', 'c1'])
  })

  it('come one turn later to where the last turn ended, so that it is found', () => {
    const next = [...agent.messages, { role: 'assistant', content: 'Four.' }, user('Five.')]
    expect(marked(withCacheHints(readChat({ ...agent, messages: next })))).toEqual(['write', 'Be kind.', 'c1', 'Five.'])
  })

  it('stand behind no turn of a question that stands alone: nothing would read it again', () => {
    const alone = readChat({ model: 'm', messages: [{ role: 'system', content: 'Be brief.' }, user('One.')] })
    expect(marked(withCacheHints(alone))).toEqual(['Be brief.'])
    expect(marked(withCacheHints(readChat({ model: 'm', messages: [user('One.')] })))).toEqual([])
  })

  it('stand where words, pictures or files are, never behind nothing', () => {
    const empty = { role: 'user', parts: [{ text: '' }] }
    const read = readGenerate({
      contents: [{ role: 'user', parts: [{ text: 'One.' }] }, { role: 'model', parts: [{ text: 'Two.' }] }, empty],
    })
    expect(marked(withCacheHints(read))).toEqual(['One.'])
  })

  it('are left to a client that set one', () => {
    const own = {
      ...agent,
      messages: [
        user('One.'),
        { role: 'assistant', content: 'Two.' },
        { role: 'user', content: [{ type: 'text', text: 'Three.', cache_control: { type: 'ephemeral' } }] },
        user('Four.'),
      ],
    }
    expect(marked(withCacheHints(readChat(own)))).toEqual(['Three.'])
  })
})

describe('what a client says of the cache', () => {
  const said = {
    prompt_cache_key: 'k',
    prompt_cache_retention: '24h',
  }

  it('is told on from chat to responses and back', () => {
    expect(writeResponses(readChat({ model: 'm', messages: [user('One.')], ...said }), target)).toMatchObject(said)
    expect(writeChat(readResponses({ model: 'm', input: 'One.', ...said }), target)).toMatchObject(said)
  })

  const ofBlock = (mark: object) => [{ role: 'user', content: [{ type: 'text', text: 'One.', ...mark }] }]
  const lifetimes = (request: ChatRequest) =>
    JSON.stringify(writeMessages(request, target)).match(/"cache_control":\{[^}]*\}/g)

  it('marks an hour where a day is wished for, unless a mark says its own time', () => {
    const mark = { cache_control: { type: 'ephemeral' } }
    const day = { prompt_cache_retention: '24h' }
    const hour = ['"cache_control":{"type":"ephemeral","ttl":"1h"}']
    expect(lifetimes(readChat({ model: 'm', messages: ofBlock(mark), ...day }))).toEqual(hour)
    expect(
      lifetimes(readChat({ model: 'm', messages: ofBlock({ prompt_cache_breakpoint: { mode: 'explicit' } }), ...day })),
    ).toEqual(hour)
    expect(lifetimes(readChat({ model: 'm', messages: ofBlock(mark) }))).toEqual([
      '"cache_control":{"type":"ephemeral"}',
    ])
    const own = { cache_control: { type: 'ephemeral', ttl: '5m' } }
    expect(lifetimes(readChat({ model: 'm', messages: ofBlock(own), ...day }))).toEqual([
      '"cache_control":{"type":"ephemeral","ttl":"5m"}',
    ])
  })

  it('is told on from messages to chat and back, with marks of tools, system, turns and of the whole', () => {
    const mark = { cache_control: { type: 'ephemeral', ttl: '1h' } }
    const wire = {
      model: 'm',
      max_tokens: 10,
      system: [{ type: 'text', text: 'Be brief.', ...mark }],
      tools: [{ name: 'look', input_schema: { type: 'object' }, ...mark }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'One.', ...mark }] },
        { role: 'assistant', content: 'Two.' },
        user('Three.'),
      ],
      ...mark,
    }
    const there = writeChat(readMessages(wire), { ...target, signer: 'anthropic' })
    expect(marked(readChat(there))).toEqual(['look', 'Be brief.', 'One.', 'Three.'])
    expect(lifetimes(readChat(there))).toEqual(Array(4).fill('"cache_control":{"type":"ephemeral","ttl":"1h"}'))
  })
})
