import type { Streamed } from '../../lib/stream.ts'
import { ended, failed, newAnswer, stopped, withEvent } from './answer-events.ts'
import type { Answer } from './conversation.ts'

type Running = {
  model: string
  ask: (signal: AbortSignal) => Promise<Streamed>
  /** Hears of the answer at most once a frame while it grows, and of its end. */
  onAnswer: (answer: Answer) => void
  now?: () => number
  /** Calls back before the next paint. */
  onFrame?: (paint: () => void) => void
}

export type Run = { stop: () => void; done: Promise<Answer> }

/** Lets one model answer. It never fails: what goes wrong stands in the answer. */
export const runAnswer = ({ model, ask, onAnswer, now = Date.now, onFrame = nextFrame }: Running): Run => {
  const abort = new AbortController()
  let answer = newAnswer(model, now())
  let isDrawn = true
  let isOver = false

  const paint = () => {
    if (isDrawn || isOver) return
    isDrawn = true
    onAnswer(answer)
  }
  const grow = (next: Answer) => {
    answer = next
    if (!isDrawn) return
    isDrawn = false
    onFrame(paint)
  }
  const read = async (): Promise<Answer> => {
    try {
      const { requestId, events } = await ask(abort.signal)
      if (requestId !== undefined) grow({ ...answer, requestId })
      for await (const event of events) grow(withEvent(answer, event, now()))
      return abort.signal.aborted ? stopped(answer, now()) : ended(answer, now())
    } catch (error) {
      return abort.signal.aborted ? stopped(answer, now()) : failed(answer, error, now())
    }
  }
  const finish = async (): Promise<Answer> => {
    const last = await read()
    isOver = true
    onAnswer(last)
    return last
  }

  onAnswer(answer)
  return { stop: () => abort.abort(), done: finish() }
}

const nextFrame = (paint: () => void): void => void requestAnimationFrame(paint)
