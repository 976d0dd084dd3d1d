import { settledNumbers, settledTexts } from '../dimension-columns.ts'
import type { SettledValues } from '../dimensions.ts'
import type { Settlement } from '../settling/settlement.ts'

/**
 * Settlements on their way to the writer thread: for each a row of numbers, in which a text stands as its length, and
 * all texts one behind the other. Copying this to another thread costs a fraction of what copying objects costs.
 */
export type SettlementValues = { numbers: Float64Array; texts: string }

type Flag = 0 | 1

type Flags = 'isStream' | 'counted' | 'logged'

/** A settlement as it arrives there: flags are numbers, as they are stored. */
export type ArrivedSettlement = Omit<Settlement, keyof SettledValues | Flags> &
  Pick<Settlement, 'userId' | 'tokenId' | 'channelId'> &
  Record<Flags, Flag> & {
    /** What it is added up by, in the order of `settledColumns`. */
    key: readonly (string | number)[]
  }

const ownWidth = 15
const width = ownWidth + settledTexts.length + settledNumbers.length

export const settlementValues = (settlements: readonly Settlement[]): SettlementValues => {
  const numbers = new Float64Array(settlements.length * width)
  let texts = ''
  let place = 0
  for (const settlement of settlements) {
    const { requestId, content, other } = settlement
    numbers[place] = requestId.length
    numbers[place + 1] = content.length
    numbers[place + 2] = other.length
    numbers[place + 3] = settlement.createdAt
    numbers[place + 4] = settlement.userId
    numbers[place + 5] = settlement.tokenId
    numbers[place + 6] = settlement.channelId
    numbers[place + 7] = settlement.quota
    numbers[place + 8] = settlement.promptTokens
    numbers[place + 9] = settlement.completionTokens
    numbers[place + 10] = settlement.useTime
    numbers[place + 11] = settlement.isStream ? 1 : 0
    numbers[place + 12] = settlement.counted ? 1 : 0
    numbers[place + 13] = settlement.logged ? 1 : 0
    numbers[place + 14] = settlement.durationMs
    texts += requestId + content + other
    place += ownWidth
    for (const field of settledTexts) {
      const text = settlement[field]
      numbers[place] = text.length
      texts += text
      place += 1
    }
    for (const field of settledNumbers) {
      numbers[place] = settlement[field]
      place += 1
    }
  }
  return { numbers, texts }
}

/** The other way round. */
export const arrivedSettlements = ({ numbers, texts }: SettlementValues): ArrivedSettlement[] => {
  const settlements: ArrivedSettlement[] = []
  let position = 0
  const take = (length: number): string => {
    const start = position
    position += length
    return texts.slice(start, position)
  }
  for (let place = 0; place < numbers.length; place += width) {
    const number = (offset: number): number => numbers[place + offset] ?? 0
    const flag = (offset: number): Flag => (numbers[place + offset] === 1 ? 1 : 0)
    const key: (string | number)[] = []
    settlements.push({
      requestId: take(number(0)),
      content: take(number(1)),
      other: take(number(2)),
      createdAt: number(3),
      userId: number(4),
      tokenId: number(5),
      channelId: number(6),
      quota: number(7),
      promptTokens: number(8),
      completionTokens: number(9),
      useTime: number(10),
      isStream: flag(11),
      counted: flag(12),
      logged: flag(13),
      durationMs: number(14),
      key,
    })
    for (let offset = ownWidth; offset < width; offset += 1) {
      key.push(key.length < settledTexts.length ? take(number(offset)) : number(offset))
    }
  }
  if (position !== texts.length) throw new TypeError('Settlements arrived damaged')
  return settlements
}
