import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { CL100K_TOKEN_SPLIT_REGEX, O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants'
import { isEarly, isPublic, raiseTokens, scaleTokens, type Vocabulary } from '#protocols/counting/estimate.ts'
import { beInBackground } from '../../lib/background-thread.ts'
import { createByteCounter, longestRun } from './byte-pairs.ts'
import { readTokenRanks } from './token-ranks.ts'

// Calls that are under way come before counts.
beInBackground()

export type CountRequest = {
  id: number
  texts: readonly string[]
  vocabulary: Vocabulary
  /** Whether the figure must not be too low, rather than come as near as it can. */
  high: boolean
}
export type CountAnswer = { id: number; tokens: number }

/** So much is taken apart at a time, as the search for words keeps what it has found. */
const longestPiece = 16_384

/** Reads a vocabulary when it is first needed. */
const counterOf = (file: string, pieces: RegExp): ((text: string) => number) => {
  let counter: ((text: string) => number) | undefined
  return (text) => {
    counter ??= createByteCounter(
      readTokenRanks(readFileSync(fileURLToPath(import.meta.resolve(file)))),
      pieces,
      longestRun,
    )
    return counter(text)
  }
}

const countNew = counterOf('gpt-tokenizer/data/o200k_base.tiktoken', O200K_TOKEN_SPLIT_REGEX)
const countEarly = counterOf('gpt-tokenizer/data/cl100k_base.tiktoken', CL100K_TOKEN_SPLIT_REGEX)

const countText = (text: string, countTokens: (text: string) => number): number => {
  let tokens = 0
  for (let start = 0; start < text.length; ) {
    const end = endOfPiece(text, start)
    tokens += countTokens(text.slice(start, end))
    start = end
  }
  return tokens
}

/** Before the last space in reach, as tokens begin with theirs. */
const endOfPiece = (text: string, start: number): number => {
  const end = start + longestPiece
  if (end >= text.length) return text.length
  const space = text.lastIndexOf(' ', end)
  return space > start + longestPiece / 2 ? space : end
}

/**
 * Of a way of cutting that nobody knows, where the figure must not be too low, the higher of the public ones: the older
 * makes more of most that is not English, and the newer up to four times as much of some runs of signs.
 */
const countOf = (text: string, vocabulary: Vocabulary, high: boolean): number => {
  if (high && !isPublic(vocabulary)) return Math.max(countText(text, countEarly), countText(text, countNew))
  return countText(text, isEarly(vocabulary) ? countEarly : countNew)
}

const count = ({ texts, vocabulary, high }: CountRequest): number => {
  let tokens = 0
  for (const text of texts) {
    const counted = countOf(text, vocabulary, high)
    tokens += high ? raiseTokens(counted, text, vocabulary) : scaleTokens(counted, text, vocabulary)
  }
  return tokens
}

parentPort?.on('message', (request: CountRequest) => {
  const answer: CountAnswer = { id: request.id, tokens: count(request) }
  parentPort?.postMessage(answer)
})
