import { logTypes } from '#contract/log-types.ts'
import { logOther } from '#contract/logs.ts'
import { rowOfCall } from '../../lib/call-row.ts'
import type { Answer } from './conversation.ts'

export type Figures = Pick<Answer, 'usage' | 'cost' | 'isEstimated'>

/** What a call used and cost, from its own row in the log; undefined where there is none, and of a call that failed. */
export const figuresOf = async (requestId: string): Promise<Figures | undefined> => {
  const row = await rowOfCall(requestId)
  if (row?.type !== logTypes.consume) return undefined
  return {
    usage: { input: row.prompt_tokens, output: row.completion_tokens },
    cost: row.quota,
    isEstimated: isEstimated(row.other),
  }
}

const isEstimated = (text: string): boolean => {
  try {
    return logOther.parse(JSON.parse(text)).estimated === true
  } catch {
    return false
  }
}
