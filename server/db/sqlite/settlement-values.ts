import type { Settlement } from '../database.ts'

/** How many values a settlement has on its way to the writer thread. */
export const settlementWidth = 18

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
