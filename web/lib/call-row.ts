import { type Log, logs } from '#contract/logs.ts'
import { call } from './api.ts'

/**
 * A call that was stopped is charged a moment later, the first of them only once what counts its tokens is loaded, and
 * one that failed is noted behind its answer.
 */
const usualWaits = [0, 300, 1000, 3000, 10_000]

/** The own row of a call in the log; undefined where there is none. */
export const rowOfCall = async (requestId: string, waits = usualWaits): Promise<Log | undefined> => {
  for (const wait of waits) {
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    const { items } = await call(logs.listSelf, { query: { p: 1, page_size: 1, request_id: requestId } })
    if (items[0] !== undefined) return items[0]
  }
  return undefined
}
