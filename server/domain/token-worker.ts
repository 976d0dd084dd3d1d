import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants'
import { scaleTokens, type Vocabulary } from '#protocols/estimate.ts'
import { beInBackground } from '../lib/background-thread.ts'
import { createByteCounter } from './byte-pairs.ts'
import { readTokenRanks } from './token-ranks.ts'

// Calls that are under way come before counts.
beInBackground()

export type CountRequest = { id: number; text: string; vocabulary: Vocabulary }
export type CountAnswer = { id: number; tokens: number }

/** Long runs without a break take time by the square of their length: no piece is longer. */
const longestPiece = 1024

const vocabularyFile = fileURLToPath(import.meta.resolve('gpt-tokenizer/data/o200k_base.tiktoken'))
const countTokens = createByteCounter(readTokenRanks(readFileSync(vocabularyFile)), O200K_TOKEN_SPLIT_REGEX)

const count = (text: string): number => {
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

parentPort?.on('message', ({ id, text, vocabulary }: CountRequest) => {
  const answer: CountAnswer = { id, tokens: scaleTokens(count(text), text, vocabulary) }
  parentPort?.postMessage(answer)
})
