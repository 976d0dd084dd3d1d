import { vocabularyOf } from '#protocols/counting/estimate.ts'
import { readPromptParts } from '#protocols/counting/prompt-parts.ts'
import type { TokenCounter } from '../domain/counting/token-counter.ts'
import type { Call } from './call.ts'

/**
 * More tokens a prompt cannot be, without counting them: none is less than a byte, and what stands for more than its
 * bytes is looked for.
 */
export const longestPrompt = (call: Call): number => {
  const { beside, dataLetters } = readPromptParts(call.body(), call.outline.model)
  return call.bytes.length - dataLetters + beside
}

/** How many tokens a prompt is at the most, by the words in it. */
export const countPromptHigh = async (tokenCounter: TokenCounter, call: Call): Promise<number> => {
  const { model } = call.outline
  const texts: string[] = []
  const { beside } = readPromptParts(call.body(), model, texts)
  return beside + (await tokenCounter.countHigh(texts, vocabularyOf(model)))
}
