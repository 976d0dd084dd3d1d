import { createRandom } from '#testing/seeded-random.ts'
import { answerDifferences } from './answer-difference.ts'
import { readAnswers } from './answer-readings.ts'
import { createRequestReaders, requestDifference } from './request-readings.ts'
import { writeAnswers } from './written-answers.ts'
import { writeRequests } from './written-requests.ts'

/** Two readings of one message. */
type Difference = { found: string; sent: unknown; readings: unknown }

export type Comparison = {
  compared: number
  /** Messages that ours took: a comparison in which all are refused would show nothing. */
  taken: number
  /** How often each of the wanted differences came. */
  wanted: Map<string, number>
  differences: Difference[]
}

const together = 250

const emptyComparison = (): Comparison => ({ compared: 0, taken: 0, wanted: new Map(), differences: [] })

/** Has as many connections full of requests read by our server with and without its own reader. */
export const compareRequests = async (count: number, seed: number): Promise<Comparison> => {
  const random = createRandom(seed)
  const result = emptyComparison()
  const readers = createRequestReaders()
  while (result.compared < count) {
    const sending = Array.from({ length: Math.min(together, count - result.compared) }, () => writeRequests(random))
    for (const [index, readings] of (await readers.read(sending)).entries()) {
      result.compared += 1
      result.taken += readings.ours.plain
      const found = requestDifference(readings.ours, readings.nodes)
      if (found !== undefined) result.differences.push({ found, sent: sending[index], readings })
    }
  }
  readers.close()
  return result
}

/** Has the answers of as many connections read by our client, by undici's and by Node's. */
export const compareAnswers = async (count: number, seed: number): Promise<Comparison> => {
  const random = createRandom(seed)
  const result = emptyComparison()
  while (result.compared < count) {
    const sending = Array.from({ length: Math.min(together, count - result.compared) }, () => writeAnswers(random))
    for (const [index, rounds] of (await readAnswers(sending)).entries()) {
      result.compared += 1
      for (const [round, readings] of rounds.entries()) {
        if (readings.closed.ours.state === 'whole') result.taken += 1
        for (const { found, wanted } of answerDifferences(sending[index]?.[round]?.text ?? '', readings)) {
          if (wanted === undefined) result.differences.push({ found, sent: sending[index], readings })
          else result.wanted.set(wanted, (result.wanted.get(wanted) ?? 0) + 1)
        }
      }
    }
  }
  return result
}
