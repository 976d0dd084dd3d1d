import { chargeText, type Log } from '#contract/logs.ts'
import { failureText } from '../../lib/refused-call.ts'
import { otherOf } from '../../pieces/logs/log-other.ts'

/**
 * What the server says in a row, in the reader's language: why a call failed, as refusals are worded, what was asked for that
 * finishes later, and why its charge was given back. What the server said stands where the words cannot be had.
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
  const charge = `${chargeText(charged)}: `
  if (refundOf !== undefined && content.startsWith(charge)) return reasonText(content.slice(charge.length))
  const [, action, id = '', reason] = namedWork.exec(content) ?? []
  if (action === undefined) return content
  const { workName } = await import('./work-name.ts')
  const work = `${await workName(action)} ${id}`
  return reason === undefined ? work : `${work}: ${await reasonText(reason)}`
}

/** What was asked for and its id, and why its charge was given back. */
const namedWork = /^([A-Z_]+) (\S+?)(?:: (.+))?$/s

const reasonText = async (reason: string): Promise<string> => {
  const { taskReason } = await import('../../pieces/tasks/task-reason.ts')
  return taskReason(reason)
}
