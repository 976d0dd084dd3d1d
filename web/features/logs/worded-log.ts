import { chargeText, type Log } from '#contract/logs.ts'
import { failureText } from '../../lib/refused-call.ts'
import { otherOf } from '../../pieces/logs/log-other.ts'

/**
 * What the server says in a row, in the reader's language: why a call failed, as refusals are worded, and why its charge was
 * given back. What the server said stands where the words cannot be had.
 */
export const wordedLog = async (row: Log): Promise<Log> => {
  try {
    return { ...row, content: await wordedContent(row) }
  } catch {
    return row
  }
}

const wordedContent = async (row: Log): Promise<string> => {
  const { content } = row
  const { failure, refund_of: refundOf, ...charged } = otherOf(row)
  if (failure !== undefined) return (await failureText(row)) ?? content
  if (refundOf === undefined) return content
  const charge = `${chargeText(charged)}: `
  const [, work = charge, reason = content.slice(charge.length)] = namedWork.exec(content) ?? []
  if (!content.startsWith(work)) return content
  const { taskReason } = await import('../../pieces/tasks/task-reason.ts')
  return `${work === charge ? '' : work}${await taskReason(reason)}`
}

/** What was asked for and its id, before the reason. */
const namedWork = /^([A-Z_]+ [^\s:]+: )(.+)$/s
