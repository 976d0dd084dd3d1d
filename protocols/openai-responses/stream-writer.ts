import type { Usage } from '#pricing/usage.ts'
import type { ChatEvent, ChatStreamWriter, FinishReason, ReplyContext } from '../chat.ts'
import type { ClientError } from '../failure.ts'
import type { JsonObject } from '../json/json.ts'
import { errorFields, eventText } from './error.ts'
import { createOutput, type Output } from './output.ts'
import { type ResponseState, responseEcho, responseHead, responseId } from './response-object.ts'

/** Writes a reply's events as this dialect streams them. Items are closed and the answer is told whole at the end. */
export const createWriter = (context: ReplyContext): ChatStreamWriter => {
  const echo = JSON.stringify(responseEcho(context, undefined)).slice(1)
  let text = ''
  let sequence = 0
  let begun: { id: string; createdAt: number; output: Output } | undefined
  let finish: FinishReason | undefined
  let usage: Usage | undefined
  let ended = false

  const emit = (type: string, fields: JsonObject) => {
    text += eventText(type, { sequence_number: sequence, ...fields })
    sequence += 1
  }
  /** What the answer repeats of its request may be long, so it is made into text once. */
  const emitResponse = (type: string, state: ResponseState) => {
    const head = JSON.stringify(responseHead(state)).slice(0, -1)
    text += `event: ${type}\ndata: {"type":"${type}","sequence_number":${sequence},"response":${head},${echo}}\n\n`
    sequence += 1
  }

  const begin = (upstreamId: string, created: number | undefined) => {
    if (begun !== undefined) return begun
    const id = responseId(upstreamId, context)
    const createdAt = created ?? context.now()
    const state: ResponseState = { id, createdAt, output: [], usage: undefined, status: 'in_progress' }
    emitResponse('response.created', state)
    emitResponse('response.in_progress', state)
    begun = { id, createdAt, output: createOutput(context, id, emit) }
    return begun
  }

  const fail = (error: ClientError) => {
    const { id, createdAt, output } = begin('', undefined)
    output.close('incomplete')
    const fields = errorFields(error)
    emit('error', fields)
    emitResponse('response.failed', { id, createdAt, output: output.items(), usage, status: 'failed', error: fields })
    ended = true
  }

  const step = (event: ChatEvent): void => {
    if (ended) return
    switch (event.type) {
      case 'start':
        begin(event.id, event.created)
        return
      case 'usage':
        usage = event.usage
        return
      case 'error':
        return
      case 'finish':
        if (event.choice === 0) finish = event.reason
        return
      default:
        begin('', undefined).output.add(event)
    }
  }

  const take = (): string => {
    const written = text
    text = ''
    return written
  }

  return {
    write: (events) => {
      for (const event of events) step(event)
      return take()
    },
    fail: (error) => {
      if (!ended) fail(error)
      return take()
    },
    end: () => {
      if (ended) return take()
      if (finish === undefined) {
        fail({ kind: 'upstream_failed', status: 502, code: null, message: 'the answer broke off' })
        return take()
      }
      const { id, createdAt, output } = begin('', undefined)
      const isCut = finish === 'length' || finish === 'content_filter'
      output.close(isCut ? 'incomplete' : 'completed')
      const at = context.now()
      const state = { id, createdAt, output: output.items(), usage, status: 'finished', finish, at } as const
      emitResponse(isCut ? 'response.incomplete' : 'response.completed', state)
      ended = true
      return take()
    },
  }
}
