import type { ChatEvent, ReplyContext, Signature } from '../chat.ts'
import type { JsonObject } from '../json/json.ts'
import {
  type Emit,
  type ItemStatus,
  type OpenCall,
  type OpenMessage,
  type OpenReasoning,
  openCall,
  openMessage,
  openReasoning,
  writePicture,
} from './output-items.ts'
import { writeSeal } from './seal.ts'
import { splitName } from './tool-names.ts'

export type Output = {
  add: (event: ChatEvent) => void
  /** Ends every item that is still open. */
  close: (status: ItemStatus) => void
  /** The finished items, in order. */
  items: () => JsonObject[]
}

/**
 * Makes a row of output items of a reply's events, and tells what happens to them as it happens. One message or
 * reasoning item is open at a time; tool calls stay open until the end, as their arguments may come interleaved.
 */
export const createOutput = ({ request }: ReplyContext, responseId: string, emit: Emit): Output => {
  const suffix = responseId.replace(/^resp_/, '')
  const done: JsonObject[] = []
  const calls = new Map<number, { index: number; call: OpenCall }>()
  let count = 0
  let open: { index: number; item: OpenMessage | OpenReasoning } | undefined
  let textLength = 0

  const place = (prefix: string) => {
    const index = count
    count += 1
    return { id: `${prefix}_${suffix}_${index}`, index, emit }
  }
  const closeOpen = (status: ItemStatus = 'completed') => {
    if (open !== undefined) done[open.index] = open.item.close(status)
    open = undefined
  }
  const message = (): OpenMessage => {
    if (open?.item.type === 'message') return open.item
    closeOpen()
    const at = place('msg')
    const item = openMessage(at, textLength)
    open = { index: at.index, item }
    return item
  }
  const reasoning = (): OpenReasoning => {
    if (open?.item.type === 'reasoning') return open.item
    closeOpen()
    const at = place('rs')
    const item = openReasoning(at)
    open = { index: at.index, item }
    return item
  }
  /** What is sealed ends its reasoning: the next is another item. */
  const sealReasoning = (kind: 'text' | 'redacted' | 'call', { by, value }: Signature) => {
    if (kind !== 'text') closeOpen()
    reasoning().seal(writeSeal({ kind, by, value }))
    closeOpen()
  }

  const add = (event: ChatEvent): void => {
    if ('choice' in event && event.choice !== 0) return
    switch (event.type) {
      case 'text':
        if (event.text === '') return
        message().text(event.text, event.logprobs)
        textLength += event.text.length
        return
      case 'refusal':
        if (event.text !== '') message().refusal(event.text)
        return
      case 'citation':
        message().cite(event.citation)
        return
      case 'reasoning':
        if (event.text !== '') reasoning().text(event.text)
        return
      case 'reasoning_signature':
        sealReasoning('text', event.signature)
        return
      case 'redacted_reasoning':
        sealReasoning('redacted', { by: event.by, value: event.data })
        return
      case 'image': {
        closeOpen()
        const at = place('ig')
        done[at.index] = writePicture(at, event.mediaType, event.base64)
        return
      }
      case 'tool_call': {
        if (event.signature !== undefined) sealReasoning('call', event.signature)
        closeOpen()
        const isCustom = event.custom === true
        const at = place(isCustom ? 'ctc' : 'fc')
        const tool = { callId: event.id, ...splitName(request.tools, event.name), isCustom }
        calls.set(event.call, { index: at.index, call: openCall(at, tool) })
        return
      }
      case 'arguments':
        if (event.text !== '') calls.get(event.call)?.call.arguments(event.text)
        return
      case 'start':
      case 'audio':
      case 'finish':
      case 'usage':
      case 'error':
    }
  }

  return {
    add,
    close: (status) => {
      closeOpen(status)
      for (const { index, call } of calls.values()) done[index] = call.close(status, index === count - 1)
      calls.clear()
    },
    items: () => done,
  }
}
