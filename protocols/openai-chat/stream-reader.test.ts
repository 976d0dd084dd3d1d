import { describe, expect, it } from 'vitest'
import { usageOf } from '#pricing/usage.ts'
import type { ChatEvent } from '../chat.ts'
import type { JsonObject } from '../json/json.ts'
import { createReader } from './stream-reader.ts'

const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const chunk = (delta: JsonObject, choice: JsonObject = {}) =>
  data({ id: 'x', model: 'u', created: 5, choices: [{ index: 0, delta, finish_reason: null, ...choice }] })
const finish = (reason = 'stop') => chunk({}, { finish_reason: reason })
const done = 'data: [DONE]\n\n'

const read = (text: string, pieces: readonly Buffer[] = [Buffer.from(text)]) => {
  const reader = createReader()
  const events = pieces.flatMap((piece) => reader.push(piece))
  events.push(...reader.end())
  return { events, finished: reader.finished() }
}
const eventsOf = (text: string) => read(text).events.filter(({ type }) => type !== 'start')
const start = { type: 'start', id: 'x', model: 'u', created: 5 }
const ended = (reason = 'stop', choice = 0) => ({ type: 'finish', choice, reason, stopSequence: undefined })

describe('reading a stream', () => {
  it('reads the same wherever the network cuts', () => {
    const text =
      ': PING\r\n\r\n' +
      chunk({ role: 'assistant', content: '' }) +
      chunk({ reasoning_content: 'hm' }) +
      chunk({ content: 'é中😀' }) +
      chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{"é":' } }] }) +
      chunk({ tool_calls: [{ index: 0, function: { arguments: '1}' } }] }) +
      finish('tool_calls') +
      data({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } }) +
      done
    const bytes = Buffer.from(text)
    const { events, finished } = read(text)
    expect(finished).toBe(true)
    expect(events).toEqual([
      start,
      { type: 'reasoning', choice: 0, text: 'hm' },
      { type: 'text', choice: 0, text: 'é中😀' },
      { type: 'tool_call', choice: 0, call: 0, id: 'a', name: 'f' },
      { type: 'arguments', choice: 0, call: 0, text: '{"é":' },
      { type: 'arguments', choice: 0, call: 0, text: '1}' },
      { type: 'usage', usage: usageOf({ input: 3, output: 2 }) },
      ended('tool_calls'),
    ])
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      expect(read(text, [bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual({ events, finished })
    }
    expect(
      read(
        text,
        [...bytes].map((byte) => Buffer.from([byte])),
      ),
    ).toEqual({ events, finished })
  })

  it('waits for chunks that say something before it begins', () => {
    const { events } = read(
      data({ id: '', model: '', choices: [], prompt_filter_results: [] }) + chunk({ content: 'a' }),
    )
    expect(events[0]).toEqual(start)
  })

  it.each([
    [
      'a list of parts',
      [
        {
          content: [
            { type: 'thinking', thinking: [{ text: 'hm' }] },
            { type: 'text', text: 'a' },
          ],
        },
      ],
    ],
    ['reasoning', [{ reasoning: 'hm' }, { content: 'a' }]],
    ['details', [{ reasoning_details: [{ type: 'reasoning.text', text: 'hm', format: 'unknown' }] }, { content: 'a' }]],
    [
      'reasoning told twice',
      [{ reasoning: 'hm', reasoning_details: [{ type: 'reasoning.text', text: 'hm' }] }, { content: 'a' }],
    ],
  ])('reads %s', (_what, deltas) => {
    expect(eventsOf(deltas.map((delta) => chunk(delta)).join('') + finish() + done)).toEqual([
      { type: 'reasoning', choice: 0, text: 'hm' },
      { type: 'text', choice: 0, text: 'a' },
      ended(),
    ])
  })

  it('reads seals, with the text they close and without', () => {
    const detail = { type: 'reasoning.text', format: 'anthropic-claude-v1', index: 0 }
    const sealed: ChatEvent = {
      type: 'reasoning_signature',
      choice: 0,
      signature: { by: 'anthropic', value: 's' },
    }
    const wanted = [{ type: 'reasoning', choice: 0, text: 'hm' }, sealed, ended()]
    const bare = chunk({ reasoning_details: [{ ...detail, signature: 's' }] })
    const repeated = chunk({ reasoning_details: [{ ...detail, text: 'hm', signature: 's' }] })
    expect(eventsOf(chunk({ reasoning: 'hm' }) + bare + finish() + done)).toEqual(wanted)
    expect(eventsOf(chunk({ reasoning_content: 'hm' }) + repeated + finish() + done)).toEqual(wanted)
    expect(eventsOf(repeated + finish() + done)).toEqual(wanted)
  })

  const call = (call: number, id: string, name: string) => ({ type: 'tool_call', choice: 0, call, id, name })
  const given = (call: number, text: string) => ({ type: 'arguments', choice: 0, call, text })

  it.each([
    [
      'interleaved by index',
      [
        { index: 0, id: 'a', function: { name: 'f', arguments: '' } },
        { index: 1, id: 'b', function: { name: 'g', arguments: '[' } },
        { index: 0, function: { arguments: '{}' } },
        { index: 1, function: { arguments: ']' } },
      ],
      [call(0, 'a', 'f'), call(1, 'b', 'g'), given(1, '['), given(0, '{}'), given(1, ']')],
    ],
    [
      'without index, continued without anything',
      [
        { id: 'a', function: { name: 'f', arguments: '{' } },
        { function: { arguments: '}' } },
        { id: 'b', function: { name: 'g', arguments: '{}' } },
      ],
      [call(0, 'a', 'f'), given(0, '{'), given(0, '}'), call(1, 'b', 'g'), given(1, '{}')],
    ],
    [
      'all at index zero, told apart by id',
      [
        { index: 0, id: 'a', function: { name: 'f', arguments: '{}' } },
        { index: 0, id: 'b', function: { name: 'f', arguments: '{}' } },
      ],
      [call(0, 'a', 'f'), given(0, '{}'), call(1, 'b', 'f'), given(1, '{}')],
    ],
    [
      'with id and name in every piece',
      [
        { index: 0, id: 'a', function: { name: 'f', arguments: '{' } },
        { index: 0, id: 'a', function: { name: 'f', arguments: '}' } },
      ],
      [call(0, 'a', 'f'), given(0, '{'), given(0, '}')],
    ],
    [
      'whose name comes late',
      [
        { index: 0, id: 'a' },
        { index: 0, function: { arguments: '{' } },
        { index: 0, function: { name: 'f' } },
      ],
      [call(0, 'a', 'f'), given(0, '{')],
    ],
    [
      'without id',
      [{ index: 0, function: { name: 'f', arguments: '{}' } }],
      [call(0, 'call_x_0_0', 'f'), given(0, '{}')],
    ],
    ['without arguments', [{ index: 0, id: 'a', function: { name: 'f' } }], [call(0, 'a', 'f'), given(0, '{}')]],
    [
      'with an object',
      [{ index: 0, id: 'a', function: { name: 'f', arguments: {} } }],
      [call(0, 'a', 'f'), given(0, '{}')],
    ],
    [
      'of a custom tool',
      [{ index: 0, id: 'a', type: 'custom', custom: { name: 'f', input: '' } }],
      [{ ...call(0, 'a', 'f'), custom: true }],
    ],
  ])('reads calls %s', (_how, pieces, wanted) => {
    const text = pieces.map((piece) => chunk({ tool_calls: [piece] })).join('')
    expect(eventsOf(text + finish() + done)).toEqual([...wanted, ended('tool_calls')])
  })

  it('reads the older kind of call, pictures, sounds, refusals and citations', () => {
    const text =
      chunk({ function_call: { name: 'f', arguments: '' } }) +
      chunk({ function_call: { arguments: '{}' } }) +
      chunk({ images: [{ image_url: { url: 'data:image/png;base64,eA==' } }, { image_url: { url: 'https://a/b' } }] }) +
      chunk({ audio: { id: 'a', transcript: 'hi' } }) +
      chunk({ audio: { data: 'eA==' } }) +
      chunk({ refusal: 'no' }) +
      chunk({ annotations: [{ url_citation: { url: 'u', title: 't' } }] })
    expect(eventsOf(text + finish('function_call') + done)).toEqual([
      { type: 'tool_call', choice: 0, call: 0, id: 'call_x_0_0', name: 'f' },
      { type: 'arguments', choice: 0, call: 0, text: '{}' },
      { type: 'image', choice: 0, mediaType: 'image/png', base64: 'eA==' },
      { type: 'text', choice: 0, text: '![image](https://a/b)' },
      { type: 'audio', choice: 0, id: 'a', base64: '', transcript: 'hi' },
      { type: 'audio', choice: 0, id: '', base64: 'eA==', transcript: '' },
      { type: 'refusal', choice: 0, text: 'no' },
      { type: 'citation', choice: 0, citation: { type: 'citation', url: 'u', title: 't' } },
      ended('tool_calls'),
    ])
  })

  it('tells the end once, although the upstream says it twice or says more after it', () => {
    const text = chunk({ content: 'a' }) + finish() + chunk({ content: 'b' }, { finish_reason: 'stop' }) + done
    expect(eventsOf(text + chunk({ content: 'never' }))).toEqual([
      { type: 'text', choice: 0, text: 'a' },
      { type: 'text', choice: 0, text: 'b' },
      ended(),
    ])
  })

  it('does not say again what a closing message repeats, and takes one that comes alone for the answer', () => {
    const message = { role: 'assistant', content: 'all' }
    const whole = data({ id: 'x', model: 'u', created: 5, choices: [{ index: 0, message, finish_reason: 'stop' }] })
    expect(eventsOf(chunk({ content: 'all' }) + whole + done)).toEqual([
      { type: 'text', choice: 0, text: 'all' },
      ended(),
    ])
    expect(eventsOf(whole + done)).toEqual([{ type: 'text', choice: 0, text: 'all' }, ended()])
  })

  it('makes up what an upstream leaves away at the end', () => {
    expect(read(chunk({ content: 'a' }) + done)).toMatchObject({ finished: true })
    expect(eventsOf(chunk({ content: 'a' }) + done).at(-1)).toEqual(ended())
    const unmarked = read(chunk({ content: 'a' }) + finish('length'))
    expect(unmarked.finished).toBe(true)
    expect(unmarked.events.at(-1)).toEqual(ended('length'))
    expect(read(done).events).toEqual([{ type: 'start', id: '', model: '', created: undefined }, ended()])
  })

  it('knows a stream that was cut', () => {
    const { events, finished } = read(chunk({ content: 'a' }))
    expect(finished).toBe(false)
    expect(events.some(({ type }) => type === 'finish')).toBe(false)
  })

  it.each([
    [data({ error: { message: 'overloaded', code: 529 } }), 'overloaded'],
    [data({ error: 'overloaded' }), 'overloaded'],
    ['event: error\ndata: {"error":{"message":"overloaded"}}\n\n', 'overloaded'],
    [data({ object: 'error', message: 'overloaded' }), 'overloaded'],
    [data({ base_resp: { status_code: 1002, status_msg: 'slow down' } }), 'slow down'],
    [chunk({ content: '' }, { finish_reason: 'error' }), 'the upstream ended the response early'],
    [chunk({ content: '' }, { finish_reason: 'error', error: { message: 'gone' } }), 'gone'],
    ['data: {"choices":[{"delta":\n\n', 'the upstream sent a broken event'],
  ])('F01: tells the failure inside a stream: %j', (text, message) => {
    const { events, finished } = read(chunk({ content: 'a' }) + text + finish() + done)
    expect(finished).toBe(false)
    expect(events.at(-1)).toMatchObject({ type: 'error', problem: { message } })
  })

  it('passes over what it does not know', () => {
    const odd = `event: ping\n\ndata: ping\n\nid: 1\nretry: 2\n\n${data({ type: 'unknown' })}${data(null)}`
    expect(eventsOf(odd + chunk({ content: 'a', error: null }) + odd + finish() + done)).toEqual([
      { type: 'text', choice: 0, text: 'a' },
      ended(),
    ])
  })

  it('reads several choices that share a stream', () => {
    const text =
      chunk({ content: 'a' }) +
      chunk({ content: 'b' }, { index: 1 }) +
      finish() +
      chunk({}, { index: 1, finish_reason: 'length' })
    expect(eventsOf(text + done)).toEqual([
      { type: 'text', choice: 0, text: 'a' },
      { type: 'text', choice: 1, text: 'b' },
      ended('stop', 0),
      ended('length', 1),
    ])
  })
})
