import { setTimeout } from 'node:timers/promises'
import { type Usage, usageOf } from '#pricing/usage.ts'
import { textOfAnswer } from '#protocols/answer-texts.ts'
import { estimateTokens, estimateTokensOfBytes, vocabularyOf } from '#protocols/counting/estimate.ts'
import { longestSample } from '#protocols/counting/text-sample.ts'
import { joinTexts, textsOf } from '#protocols/texts.ts'
import type { Domain } from '../domain/domain.ts'
import { leastPromptEstimate } from './admit.ts'
import type { Call } from './call.ts'
import type { Delivery } from './delivery.ts'

type Live = Pick<Domain, 'tokenCounter'>

/**
 * The upstream told nothing: the prompt was read all the same, and what was written was seen. Both are counted, as far
 * as they are kept. A stream that was ended for want of quota is not charged more than its hold allowed for.
 */
export const countUsage = async (domain: Live, call: Call, delivery: Delivery): Promise<Usage> => {
  const { ending, textBytes } = delivery
  const estimated = () =>
    usageOf({ input: leastPromptEstimate(call.outline), output: estimateTokensOfBytes(textBytes) })
  if (ending === 'out_of_quota') return estimated()
  const counting = count(domain, call, delivery)
  // Its client waits for the last words of a process that ends: who has the time counts, else it stays estimated.
  return ending === 'gateway_stopped' ? Promise.race([counting, setTimeout(longestCountMs).then(estimated)]) : counting
}

const longestCountMs = 2_000

const count = async (domain: Live, call: Call, delivery: Delivery): Promise<Usage> => {
  const { tools } = delivery
  await domain.tokenCounter.ownTurn()
  const [input, output] = await Promise.all([countPrompt(domain, call), countOutput(domain, call, delivery)])
  return usageOf({ input, output, tools })
}

/** What stands beside the words, and beyond those that are counted, stays estimated. */
const countPrompt = async ({ tokenCounter }: Live, { body, outline, protocol }: Call): Promise<number> => {
  const text = joinTexts((protocol.request.texts ?? textsOf)(body()), longestSample)
  const vocabulary = vocabularyOf(outline.model)
  const counted = await tokenCounter.count(text, vocabulary)
  const rest = outline.promptEstimate - (text === '' ? 0 : estimateTokens(text, vocabulary))
  return counted + Math.max(0, rest)
}

const countOutput = async ({ tokenCounter }: Live, call: Call, delivery: Delivery): Promise<number> => {
  const { sample, received, textBytes } = delivery
  if (textBytes === 0) return 0
  const vocabulary = vocabularyOf(call.outline.model)
  if (sample !== undefined) {
    const counted = await tokenCounter.count(sample.text(), vocabulary)
    return counted + estimateTokensOfBytes(Math.max(0, textBytes - sample.length))
  }
  const text = received === undefined ? '' : textOfAnswer(received, longestSample)
  const isWhole = text !== '' && text.length < longestSample
  return isWhole ? tokenCounter.count(text, vocabulary) : estimateTokensOfBytes(textBytes)
}
