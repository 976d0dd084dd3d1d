import { Worker } from 'node:worker_threads'
import { estimateTokens, type Vocabulary } from '#protocols/counting/estimate.ts'
import { withDeadline } from '../../lib/deadline.ts'
import type { Log } from '../../lib/log.ts'
import { threadArguments } from '../../lib/thread-arguments.ts'
import type { CountAnswer, CountRequest } from './token-worker.ts'

/** Counts the tokens of texts whose answers told no usage. */
export type TokenCounter = {
  /** Where the thread has too much to do, takes too long or fails, the estimate is the answer. */
  count: (text: string, vocabulary: Vocabulary) => Promise<number>
  /**
   * How many tokens texts are at the most, for what is set aside before the call: never too low where the maker's way of
   * cutting is public, and raised where it is not. What cannot be counted in time counts a token for each byte.
   */
  countHigh: (texts: readonly string[], vocabulary: Vocabulary) => Promise<number>
  /**
   * Resolves in a turn of the event loop of one's own, for whoever is about to make a long text ready: many answers may
   * end at once.
   */
  ownTurn: () => Promise<void>
  /** From here on every answer is an estimate, also those that are waited for. */
  close: () => Promise<void>
}

type Thread = Pick<Worker, 'on' | 'postMessage' | 'terminate' | 'unref'>
type Parts = { log: Log; start?: () => Thread; patienceMs?: number | undefined }
type Waiting = {
  /** Letters that the thread has not read yet, whoever still waits for them. */
  letters: number
  answer: (tokens: number | undefined) => void
}

/** Letters that wait for the thread: what comes beyond these is estimated. */
const mostWaiting = 8 * 1024 * 1024
/** The same for counts that may be estimates: calls wait for those that say what is held, and must not for long. */
const mostWaitingLow = 2 * 1024 * 1024
/** Beyond so many letters of one call each byte is taken for a token: others have to be counted too. */
const mostLetters = 1024 * 1024
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

  /** Undefined where it cannot be counted, or not in time. */
  const ask = (texts: readonly string[], vocabulary: Vocabulary, high: boolean): Promise<number | undefined> => {
    const letters = texts.reduce((sum, text) => sum + text.length, 0)
    if (letters === 0) return Promise.resolve(0)
    const most = high ? mostWaiting : mostWaitingLow
    if (isClosed || waitingLetters + letters > most || losses >= mostLosses) return Promise.resolve(undefined)
    thread ??= begin()
    const worker = thread
    lastId += 1
    const id = lastId
    const { promise: counted, resolve: answer } = Promise.withResolvers<number | undefined>()
    waiting.set(id, { letters, answer })
    waitingLetters += letters
    const request: CountRequest = { id, texts, vocabulary, high }
    worker.postMessage(request)
    return withDeadline(counted, patienceMs, () => undefined).catch(() => undefined)
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
    count: async (text, vocabulary) => (await ask([text], vocabulary, false)) ?? estimateTokens(text, vocabulary),
    countHigh: async (texts, vocabulary) => {
      const counted: string[] = []
      let [left, uncounted] = [mostLetters, 0]
      for (const text of texts) {
        counted.push(text.slice(0, left))
        if (text.length > left) uncounted += Buffer.byteLength(text.slice(left))
        left = Math.max(0, left - text.length)
      }
      const bytes = counted.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
      return uncounted + Math.min(bytes, (await ask(counted, vocabulary, true)) ?? bytes)
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
    execArgv: threadArguments(),
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
