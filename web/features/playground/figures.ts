import { logOther, logs } from '#contract/logs.ts'
import { call } from '../../lib/api.ts'
import type { Answer } from './conversation.ts'

export type Figures = Pick<Answer, 'usage' | 'cost' | 'isEstimated'>

/** A call that was stopped is charged a moment later. */
const waits = [0, 300, 1000, 3000]

/** What a call used and cost, from its own row in the log; undefined where there is none. */
export const figuresOf = async (requestId: string): Promise<Figures | undefined> => {
  for (const wait of waits) {
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    const { items } = await call(logs.listSelf, { query: { p: 1, page_size: 1, request_id: requestId } })
    const row = items[0]
    if (row === undefined) continue
    return {
      usage: { input: row.prompt_tokens, output: row.completion_tokens },
      cost: row.quota,
      isEstimated: isEstimated(row.other),
    }
  }
  return undefined
}

const isEstimated = (text: string): boolean => {
  try {
    return logOther.parse(JSON.parse(text)).estimated === true
  } catch {
    return false
  }
}
