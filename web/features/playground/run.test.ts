import { describe, expect, it } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import { paceOf } from './answer-events.ts'
import type { Answer } from './conversation.ts'
import { runAnswer } from './run.ts'

const word = (content: string) => JSON.stringify({ choices: [{ delta: { content } }] })
const event = (delta: object, more = {}) => JSON.stringify({ choices: [{ delta }], ...more })

/** A run whose clock stands at the number of events read, in seconds, and whose frames the test counts. */
const start = (events: () => AsyncGenerator<string>) => {
  let time = 0
  const heard: Answer[] = []
  const paints: (() => void)[] = []
  const run = runAnswer({
    model: 'm',
    now: () => time,
    onFrame: (paint) => paints.push(paint),
    onAnswer: (answer) => heard.push(answer),
    ask: async () => ({
      requestId: 'r',
      events: (async function* () {
        for await (const each of events()) {
          time += 1000
          yield each
        }
      })(),
    }),
  })
  const paint = () => {
    for (const each of paints.splice(0)) each()
  }
  return { ...run, heard, paints, paint }
}

describe('a run', () => {
  it('grows word by word and tells its pace and what it used', async () => {
    const { done, heard } = start(async function* () {
      yield event({ role: 'assistant' })
      yield event({ reasoning_content: 'Hm' })
      yield word('Wa')
      yield word('ter')
      yield JSON.stringify({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 8 } })
    })
    const answer = await done
    expect(answer).toMatchObject({
      state: 'complete',
      text: 'Water',
      reasoning: 'Hm',
      requestId: 'r',
      usage: { input: 3, output: 8 },
    })
    expect(heard.at(0)).toMatchObject({ state: 'loading', text: '' })
    expect(heard.at(-1)).toBe(answer)
    // The first word came with the second event of five.
    expect(paceOf(answer)).toEqual({ first: 2, speed: 8 / 3 })
    expect(paceOf({ ...answer, endedAt: (answer.firstAt ?? 0) + 50 })).toEqual({ first: 2 })
  })

  it('is painted once a frame, however many words come, and not after its end', async () => {
    let go: () => void = () => {}
    const { done, heard, paints, paint } = start(async function* () {
      yield word('a')
      yield word('b')
      await new Promise<void>((resolve) => (go = resolve))
      yield word('c')
    })
    await new Promise((resolve) => setTimeout(resolve))
    expect(paints).toHaveLength(1)
    paint()
    expect(heard.map(({ text }) => text)).toEqual(['', 'ab'])
    go()
    await done
    paint()
    expect(heard.map(({ text }) => text)).toEqual(['', 'ab', 'abc'])
    expect(heard.map(({ state }) => state)).toEqual(['loading', 'incomplete', 'complete'])
  })

  it('keeps what came when it is stopped, and is no error then', async () => {
    const run = runAnswer({
      model: 'm',
      onAnswer: () => {},
      onFrame: () => {},
      ask: async (signal) => ({
        requestId: undefined,
        events: (async function* () {
          yield word('half')
          await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
        })(),
      }),
    })
    await new Promise((resolve) => setTimeout(resolve))
    run.stop()
    expect(await run.done).toMatchObject({ state: 'stopped', text: 'half' })
  })

  it('tells what went wrong behind the words that came', async () => {
    const told = start(async function* () {
      yield word('half')
      yield JSON.stringify({ error: { message: 'Out of quota', code: 'quota_insufficient' } })
    })
    expect(await told.done).toMatchObject({
      state: 'error',
      text: 'half',
      fault: { message: 'Out of quota', code: 'quota_insufficient' },
    })
    const cut = start(async function* () {
      yield word('half')
      throw new ApiError('network', 'Cut', 0)
    })
    expect(await cut.done).toMatchObject({ state: 'error', text: 'half', fault: { message: 'Cut', status: 0 } })
  })

  it('puts calls of tools together from their pieces', async () => {
    const piece = (index: number, call: object) => event({ tool_calls: [{ index, ...call }] })
    const { done } = start(async function* () {
      yield piece(0, { id: 'x', function: { name: 'weather', arguments: '' } })
      yield piece(0, { function: { arguments: '{"a"' } })
      yield piece(1, { id: 'y', function: { name: 'time', arguments: '{}' } })
      yield piece(0, { function: { arguments: ':1}' } })
    })
    expect((await done).toolCalls).toEqual([
      { id: 'x', name: 'weather', arguments: '{"a":1}' },
      { id: 'y', name: 'time', arguments: '{}' },
    ])
  })
})
