import { parentPort } from 'node:worker_threads'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { scaleTokens, type Vocabulary } from '#protocols/estimate.ts'

export type CountRequest = { id: number; text: string; vocabulary: Vocabulary }
export type CountAnswer = { id: number; tokens: number }

/** Long runs without a break take time by the square of their length: no piece is longer. */
const longestPiece = 1024

const count = (text: string): number => {
  let tokens = 0
  for (let start = 0; start < text.length; ) {
    const end = endOfPiece(text, start)
    tokens += countTokens(text.slice(start, end), plainText)
    start = end
  }
  return tokens
}

/** Marks that end a conversation are only text where somebody writes them. */
const plainText = { disallowedSpecial: new Set<string>() }

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
