import { Worker } from 'node:worker_threads'
import { estimateTokens, type Vocabulary } from '#protocols/estimate.ts'
import type { Log } from '../lib/log.ts'
import type { CountAnswer, CountRequest } from './token-worker.ts'

/** Counts the tokens of texts whose answers told no usage. */
export type TokenCounter = {
  /** Where the thread has too much to do, takes too long or fails, the estimate is the answer. */
  count: (text: string, vocabulary: Vocabulary) => Promise<number>
  /**
   * Resolves in a turn of the event loop of one's own, for whoever is about to make a long text ready: many answers may
   * end at once.
   */
  ownTurn: () => Promise<void>
  /** From here on every answer is an estimate, also those that are waited for. */
  close: () => Promise<void>
}

type Thread = Pick<Worker, 'on' | 'postMessage' | 'terminate' | 'unref'>
type Parts = { log: Log; start?: () => Thread; patienceMs?: number }
type Waiting = {
  /** Letters that the thread has not read yet, whoever still waits for them. */
  letters: number
  answer: (tokens: number | undefined) => void
}

/** Letters that wait for the thread: what comes beyond these is estimated. */
const mostWaiting = 8 * 1024 * 1024
/** What makes the thread fail again and again is not tried for ever. */
const mostLosses = 5

/** The tokenizer's tables are large and a long text takes its time: it runs in a thread, begun when it is first needed. */
export const createTokenCounter = ({ log, start = startThread, patienceMs = 5000 }: Parts): TokenCounter => {
  const waiting = new Map<number, Waiting>()
  let thread: Thread | undefined
  let waitingLetters = 0
  let lastId = 0
  let losses = 0
  let isClosed = false
  let lastTurn: Promise<void> = Promise.resolve()

  const finish = (id: number, tokens?: number) => {
    const found = waiting.get(id)
    if (found === undefined) return
    waiting.delete(id)
    waitingLetters -= found.letters
    found.answer(tokens)
  }

  const lose = (lost: Thread, error?: unknown) => {
    if (thread !== lost) return
    thread = undefined
    losses += 1
    log.error('the thread that counts tokens failed; what it had to count is estimated', { error })
    for (const id of [...waiting.keys()]) finish(id)
  }

  const begin = (): Thread => {
    const begun = start()
    begun.on('message', ({ id, tokens }: CountAnswer) => finish(id, tokens))
    begun.on('error', (error) => lose(begun, error))
    begun.on('exit', () => lose(begun))
    begun.unref()
    return begun
  }

  return {
    count: (text, vocabulary) => {
      if (text === '') return Promise.resolve(0)
      if (isClosed || waitingLetters + text.length > mostWaiting || losses >= mostLosses) {
        return Promise.resolve(estimateTokens(text, vocabulary))
      }
      thread ??= begin()
      const worker = thread
      lastId += 1
      const id = lastId
      return new Promise((resolve) => {
        const answer = (tokens = estimateTokens(text, vocabulary)) => {
          clearTimeout(timer)
          resolve(tokens)
        }
        const timer = setTimeout(answer, patienceMs)
        waiting.set(id, { letters: text.length, answer })
        waitingLetters += text.length
        const request: CountRequest = { id, text, vocabulary }
        worker.postMessage(request)
      })
    },
    ownTurn: () => {
      lastTurn = lastTurn.then(() => new Promise((resolve) => setImmediate(resolve)))
      return lastTurn
    },
    close: async () => {
      isClosed = true
      const ended = thread
      thread = undefined
      for (const id of [...waiting.keys()]) finish(id)
      await ended?.terminate()
    },
  }
}

const startThread = (): Worker =>
  new Worker(new URL('./token-worker.ts', import.meta.url), {
    // What keeps it in the background is new in Node.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
