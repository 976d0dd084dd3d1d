import { type Usage, usageOf } from '#pricing/usage.ts'
import { estimateTokens, estimateTokensOfBytes, vocabularyOf } from '#protocols/counting/estimate.ts'
import type { StreamTap } from '#protocols/protocol.ts'
import type { Call } from './call.ts'

/** The prompt and what was seen of the answer, by estimate: counting them would take too long to do it every second. */
export const usageSoFar = ({ outline }: Call, tap: StreamTap): Usage => {
  const { sample } = tap
  const text = sample?.text() ?? ''
  const beyond = Math.max(0, tap.textBytes() - (sample?.length ?? 0))
  const output = (text === '' ? 0 : estimateTokens(text, vocabularyOf(outline.model))) + estimateTokensOfBytes(beyond)
  return usageOf({ input: outline.promptEstimate, output, tools: tap.tools?.() })
}
