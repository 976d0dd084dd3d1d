import type { Usage } from '#pricing/usage.ts'
import type { ChatEvent, ChatStreamWriter, FinishReason, ReplyContext, ToolCallPart } from '../chat.ts'
import type { JsonObject } from '../json/json.ts'
import { errorLine } from './error.ts'
import { asMessage, endOf, headOf, type Said, type Shape, showsThinking } from './write-reply.ts'

export const createWriter = (context: ReplyContext): ChatStreamWriter => createLines(context, asMessage)

/**
 * Writes events as lines of JSON. Calls are told whole, when the next thing begins or the answer ends; why it ended and
 * what it used stand in the last line. Answers after the first have no place here.
 */
export const createLines = (context: ReplyContext, shape: Shape): ChatStreamWriter => {
  const calls = new Map<number, ToolCallPart>()
  let created: number | undefined
  let finish: FinishReason | undefined
  let usage: Usage | undefined
  let failed = false

  const line = (said: Partial<Said>, end: JsonObject = { done: false }): string =>
    `${JSON.stringify({ ...headOf(context, created), ...shape({ ...nothing, ...said }), ...end })}\n`

  const tellCalls = (): string => {
    if (calls.size === 0) return ''
    const told = line({ calls: [...calls.values()] })
    calls.clear()
    return told
  }

  const write = (event: ChatEvent): string => {
    switch (event.type) {
      case 'start':
        created = event.created
        return ''
      case 'usage':
        usage = event.usage
        return ''
      case 'error':
        return ''
      default:
        return event.choice === 0 ? writeContent(event) : ''
    }
  }

  const writeContent = (event: Exclude<ChatEvent, { type: 'start' | 'usage' | 'error' }>): string => {
    switch (event.type) {
      case 'tool_call': {
        const { id, name, custom } = event
        calls.set(event.call, { type: 'tool_call', id, name, arguments: '', ...(custom === true ? { custom } : {}) })
        return ''
      }
      case 'arguments': {
        const call = calls.get(event.call)
        if (call !== undefined) call.arguments += event.text
        return ''
      }
      case 'finish':
        finish = event.reason
        return tellCalls()
      case 'text':
      case 'refusal':
        if (event.text === '') return ''
        return tellCalls() + line({ text: event.text, logprobs: event.type === 'text' ? event.logprobs : undefined })
      case 'reasoning':
        return event.text === '' || !showsThinking(context) ? '' : tellCalls() + line({ thinking: event.text })
      case 'image':
        return tellCalls() + line({ images: [event.base64] })
      default:
        return ''
    }
  }

  return {
    write: (events) => {
      let text = ''
      for (const event of events) text += write(event)
      return text
    },
    fail: ({ message }) => {
      failed = true
      return errorLine(message)
    },
    // Behind an error nothing counts.
    end: () => (failed ? '' : line({}, endOf(finish, usage))),
  }
}

const nothing: Said = { text: '', thinking: '', images: [], calls: [], logprobs: undefined }
