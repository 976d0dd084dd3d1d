import type { Settlement } from '../database.ts'

/** How many values a settlement has on its way to the writer thread. */
const settlementWidth = 18

type Flag = 0 | 1

/** A settlement as it arrives there: flags are numbers, as they are stored. */
export type ArrivedSettlement = Omit<Settlement, 'isStream' | 'counted' | 'logged'> & {
  isStream: Flag
  counted: Flag
  logged: Flag
}

/** One flat array: copying it to another thread costs a fraction of what copying objects costs. */
export const settlementValues = (settlements: readonly Settlement[]): (string | number)[] => {
  const values: (string | number)[] = []
  for (const settlement of settlements) {
    values.push(
      settlement.requestId,
      settlement.createdAt,
      settlement.userId,
      settlement.username,
      settlement.tokenId,
      settlement.tokenName,
      settlement.channelId,
      settlement.modelName,
      settlement.group,
      settlement.quota,
      settlement.promptTokens,
      settlement.completionTokens,
      settlement.useTime,
      settlement.isStream ? 1 : 0,
      settlement.counted ? 1 : 0,
      settlement.content,
      settlement.other,
      settlement.logged ? 1 : 0,
    )
  }
  return values
}

/** The other way round. */
export const arrivedSettlements = (values: readonly unknown[]): ArrivedSettlement[] => {
  const settlements: ArrivedSettlement[] = []
  for (let start = 0; start < values.length; start += settlementWidth) {
    settlements.push({
      requestId: text(values[start]),
      createdAt: number(values[start + 1]),
      userId: number(values[start + 2]),
      username: text(values[start + 3]),
      tokenId: number(values[start + 4]),
      tokenName: text(values[start + 5]),
      channelId: number(values[start + 6]),
      modelName: text(values[start + 7]),
      group: text(values[start + 8]),
      quota: number(values[start + 9]),
      promptTokens: number(values[start + 10]),
      completionTokens: number(values[start + 11]),
      useTime: number(values[start + 12]),
      isStream: flag(values[start + 13]),
      counted: flag(values[start + 14]),
      content: text(values[start + 15]),
      other: text(values[start + 16]),
      logged: flag(values[start + 17]),
    })
  }
  return settlements
}

const number = (value: unknown): number => {
  if (typeof value !== 'number') throw new TypeError('A settlement arrived without one of its numbers')
  return value
}

const text = (value: unknown): string => {
  if (typeof value !== 'string') throw new TypeError('A settlement arrived without one of its texts')
  return value
}

const flag = (value: unknown): Flag => (value === 1 ? 1 : 0)
