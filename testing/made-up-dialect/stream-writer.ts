import type { Usage } from '#pricing/usage.ts'
import type { ChatEvent, ChatStreamWriter, FinishReason, ReplyContext } from '#protocols/chat.ts'
import { errorLine } from './error.ts'
import { endOf } from './write-reply.ts'

export const createWriter = ({ model }: ReplyContext): ChatStreamWriter => {
  let finish: FinishReason | undefined
  let usage: Usage | undefined
  let failed = false

  const write = (event: ChatEvent): string => {
    if (event.type === 'usage') usage = event.usage
    if (event.type === 'finish') finish = event.reason
    return event.type === 'text' ? `${JSON.stringify({ says: event.text })}\n` : ''
  }

  return {
    write: (events) => events.map(write).join(''),
    fail: (error) => {
      failed = true
      return errorLine(error)
    },
    end: () => (failed ? '' : `${JSON.stringify({ mind: model, ...endOf(finish, usage) })}\n`),
  }
}
