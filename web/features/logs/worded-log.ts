import type { Log } from '#contract/logs.ts'
import { wordedRefusal } from '../../lib/worded-refusal.ts'
import { otherOf } from '../../pieces/logs/log-other.ts'

/** Why a call failed comes in a language that the server speaks: it is worded as refusals are, by its code and values. */
export const wordedLog = async (row: Log): Promise<Log> => {
  const { code, values = {} } = otherOf(row).failure ?? {}
  if (code === undefined) return row
  const said = { code, values, message: row.content }
  // What the server said stands where the words cannot be had.
  const { message } = await wordedRefusal(said).catch(() => said)
  return { ...row, content: message }
}
