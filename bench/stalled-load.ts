import { setTimeout as pause } from 'node:timers/promises'
import { tokens } from '#contract/tokens.ts'
import type { ConsoleClient } from '#testing/console-client.ts'
import type { PacedUpstream } from '#testing/paced-upstream.ts'

/** What was noticed since the mark; times in milliseconds. */
export type LoadFigures = {
  /** Between one word of a stream and the next. */
  gaps: number[]
  calls: number[]
  /** Calls and streams, ever. */
  failed: number
  answered: number
  /** Those of the console that ended, refused ones with them. */
  writes: number[]
  refused: number
}

export type Load = {
  mark: () => void
  /** Goes on for so many seconds, then lets all come to their end. */
  finish: (seconds: number) => Promise<LoadFigures>
}

const streamCount = 20
const wordEveryMs = 50
const callEveryMs = 50
const writeEveryMs = 500

type Wish = { url: string; key: string; upstream: PacedUpstream; root: ConsoleClient }

/** Streams that speak, calls and writes of the console, each at a steady pace whether answers come or not. */
export const startLoad = async ({ url, key, upstream, root }: Wish): Promise<Load> => {
  let figures: LoadFigures = { gaps: [], calls: [], failed: 0, answered: 0, writes: [], refused: 0 }
  let isOver = false

  const call = (stream: boolean) =>
    fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt', messages: [{ role: 'user', content: 'Say water.' }], stream }),
    })
  const count = (isWhole: boolean) => {
    if (isWhole) figures.answered += 1
    else figures.failed += 1
  }
  const speak = async () => {
    let [last, end] = [performance.now(), '']
    const decoder = new TextDecoder()
    for await (const chunk of (await call(true)).body ?? []) {
      const now = performance.now()
      figures.gaps.push(now - last)
      last = now
      end = (end + decoder.decode(chunk, { stream: true })).slice(-40)
    }
    count(end.endsWith('data: [DONE]\n\n'))
  }
  const ask = async () => {
    const begun = performance.now()
    const answer = await call(false)
    const isWhole = answer.ok && (await answer.text()).includes('"total_tokens"')
    figures.calls.push(performance.now() - begun)
    count(isWhole)
  }
  const write = async () => {
    const begun = performance.now()
    const { envelope } = await root.attempt(tokens.create, { body: { name: 'meanwhile' } })
    figures.writes.push(performance.now() - begun)
    if (!envelope.success) figures.refused += 1
  }
  const steadily = async (everyMs: number, act: () => unknown) => {
    const begun = performance.now()
    const acts: unknown[] = []
    while (!isOver) {
      const due = Math.floor((performance.now() - begun) / everyMs)
      while (acts.length < due) acts.push(act())
      await pause(5)
    }
    await Promise.all(acts)
  }

  const streams = Array.from({ length: streamCount }, speak)
  while (upstream.open() < streamCount) {
    if (figures.failed > 0) throw new Error('A stream was refused')
    await pause(5)
  }
  const pacing = Promise.all([
    steadily(wordEveryMs, () => upstream.say(1)),
    steadily(callEveryMs, ask),
    steadily(writeEveryMs, write),
  ])
  return {
    mark: () => {
      figures = { ...figures, gaps: [], calls: [], writes: [], refused: 0 }
    },
    finish: async (seconds) => {
      await pause(seconds * 1000)
      isOver = true
      await pacing
      upstream.end()
      await Promise.all(streams)
      return figures
    },
  }
}
