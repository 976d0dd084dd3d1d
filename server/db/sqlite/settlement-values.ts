import type { Settlement } from '../settling/settlement.ts'

/**
 * Settlements on their way to the writer thread: for each a row of numbers, in which a text stands as its length, and
 * all texts one behind the other. Copying this to another thread costs a fraction of what copying objects costs.
 */
export type SettlementValues = { numbers: Float64Array; texts: string }

const width = 18

type Flag = 0 | 1

/** A settlement as it arrives there: flags are numbers, as they are stored. */
export type ArrivedSettlement = Omit<Settlement, 'isStream' | 'counted' | 'logged'> & {
  isStream: Flag
  counted: Flag
  logged: Flag
}

export const settlementValues = (settlements: readonly Settlement[]): SettlementValues => {
  const numbers = new Float64Array(settlements.length * width)
  let texts = ''
  let place = 0
  for (const settlement of settlements) {
    const { requestId, username, tokenName, modelName, group, content, other } = settlement
    numbers[place] = requestId.length
    numbers[place + 1] = username.length
    numbers[place + 2] = tokenName.length
    numbers[place + 3] = modelName.length
    numbers[place + 4] = group.length
    numbers[place + 5] = content.length
    numbers[place + 6] = other.length
    numbers[place + 7] = settlement.createdAt
    numbers[place + 8] = settlement.userId
    numbers[place + 9] = settlement.tokenId
    numbers[place + 10] = settlement.channelId
    numbers[place + 11] = settlement.quota
    numbers[place + 12] = settlement.promptTokens
    numbers[place + 13] = settlement.completionTokens
    numbers[place + 14] = settlement.useTime
    numbers[place + 15] = settlement.isStream ? 1 : 0
    numbers[place + 16] = settlement.counted ? 1 : 0
    numbers[place + 17] = settlement.logged ? 1 : 0
    place += width
    texts += requestId + username + tokenName + modelName + group + content + other
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
    settlements.push({
      requestId: take(number(0)),
      username: take(number(1)),
      tokenName: take(number(2)),
      modelName: take(number(3)),
      group: take(number(4)),
      content: take(number(5)),
      other: take(number(6)),
      createdAt: number(7),
      userId: number(8),
      tokenId: number(9),
      channelId: number(10),
      quota: number(11),
      promptTokens: number(12),
      completionTokens: number(13),
      useTime: number(14),
      isStream: flag(15),
      counted: flag(16),
      logged: flag(17),
    })
  }
  if (position !== texts.length) throw new TypeError('Settlements arrived damaged')
  return settlements
}
