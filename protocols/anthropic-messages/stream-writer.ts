import { type Usage, usageOf } from '#pricing/usage.ts'
import type { ChatEvent, ChatStreamWriter, FinishReason, ReplyContext } from '../chat.ts'
import { estimateInputTokens } from '../counting/chat-estimate.ts'
import { estimateTokensOfBytes } from '../counting/estimate.ts'
import type { UpstreamProblem } from '../failure.ts'
import { type JsonObject, parseLenient } from '../json/json.ts'
import { writeCitation } from './citation.ts'
import { writeErrorEvent } from './error.ts'
import { writeFinish } from './finish.ts'
import { writeSeal } from './seal.ts'
import { writeUsage } from './usage.ts'
import { callSeal, messageId, pictureAsText } from './write-reply.ts'

type Open = { kind: 'none' } | { kind: 'text' } | { kind: 'thinking' } | { kind: 'call'; call: number; json: string }

type ContentEvent = Exclude<ChatEvent, { type: 'start' | 'finish' | 'usage' | 'error' }>

/**
 * Writes the first choice of an answer as a stream. Blocks come one after the other here, so what begins while a call's
 * arguments are still under way waits for them.
 */
export const createWriter = (context: ReplyContext): ChatStreamWriter => {
  const waiting: ContentEvent[] = []
  let begun = false
  let failed = false
  let called = false
  let refused = false
  let index = -1
  let open: Open = { kind: 'none' }
  let finish: { reason: FinishReason; stopSequence: string | undefined } | undefined
  let usage: Usage | undefined
  let textBytes = 0
  let readEstimate = 0

  const begin = (id: string): string => {
    if (begun) return ''
    begun = true
    readEstimate = estimateInputTokens(context.request)
    const message = {
      id: messageId(id, context),
      type: 'message',
      role: 'assistant',
      model: context.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: writeUsage(usageOf({ input: readEstimate })),
    }
    return eventText('message_start', { message })
  }

  const start = (block: JsonObject): string => {
    index += 1
    return eventText('content_block_start', { index, content_block: block })
  }

  const close = (): string => {
    if (open.kind === 'none') return ''
    open = { kind: 'none' }
    return stopText(index)
  }

  const closeCall = (): string => (open.kind === 'call' ? close() : '')

  const delta = (type: string, field: string, text: string): string => {
    if (text === '') return ''
    textBytes += Buffer.byteLength(text)
    return deltaText(index, `{"type":"${type}","${field}":${JSON.stringify(text)}}`)
  }

  const whole = (block: JsonObject): string => close() + start(block) + stopText(index)

  const openText = (): string => {
    if (open.kind === 'text') return ''
    const closed = close()
    open = { kind: 'text' }
    return closed + start({ type: 'text', text: '' })
  }

  const openThinking = (): string => {
    if (open.kind === 'thinking') return ''
    const closed = close()
    open = { kind: 'thinking' }
    return closed + start({ type: 'thinking', thinking: '', signature: '' })
  }

  const say = (text: string): string => (text === '' ? '' : openText() + delta('text_delta', 'text', text))

  const writeContent = (event: ContentEvent): string => {
    switch (event.type) {
      case 'text':
        return say(event.text)
      case 'refusal':
        refused = true
        return say(event.text)
      case 'image':
        return say(pictureAsText(event.mediaType, event.base64))
      case 'audio':
        return say(event.transcript)
      case 'reasoning':
        return openThinking() + delta('thinking_delta', 'thinking', event.text)
      case 'reasoning_signature': {
        const seal = writeSeal({ ...event.signature, ...idOf(event) })
        return openThinking() + deltaText(index, JSON.stringify({ type: 'signature_delta', signature: seal })) + close()
      }
      case 'redacted_reasoning':
        return whole({
          type: 'redacted_thinking',
          data: writeSeal({ by: event.by, value: event.data, ...idOf(event) }),
        })
      case 'citation':
        return (
          openText() +
          deltaText(index, JSON.stringify({ type: 'citations_delta', citation: writeCitation(event.citation) }))
        )
      case 'tool_call': {
        called = true
        const { id, name, call, signature } = event
        const before = signature === undefined ? close() : whole(callSeal(id, signature))
        open = { kind: 'call', call, json: '' }
        return before + start({ type: 'tool_use', id, name, input: {} })
      }
      case 'arguments': {
        if (open.kind !== 'call' || open.call !== event.call) return ''
        open.json += event.text
        return delta('input_json_delta', 'partial_json', event.text)
      }
    }
  }

  const mustWait = (event: ContentEvent): boolean => {
    if (open.kind !== 'call') return false
    if (event.type === 'arguments' && event.call === open.call) return false
    return !isWhole(open.json)
  }

  const take = (event: ContentEvent): string => {
    if (mustWait(event)) {
      waiting.push(event)
      return ''
    }
    const ownsArguments = event.type === 'arguments' && open.kind === 'call' && open.call === event.call
    if (waiting.length === 0 || ownsArguments) return writeContent(event) + writeWaiting(false)
    waiting.push(event)
    return writeWaiting(false)
  }

  /** Writes what waited, as far as it need not wait on; a call takes all of its own arguments along. */
  const writeWaiting = (all: boolean): string => {
    let text = ''
    while (waiting[0] !== undefined && (all || !mustWait(waiting[0]))) {
      const event = waiting.shift()
      if (event === undefined) break
      text += writeContent(event)
      if (event.type !== 'tool_call') continue
      for (const own of waiting.filter((each) => each.type === 'arguments' && each.call === event.call)) {
        text += writeContent(own)
        waiting.splice(waiting.indexOf(own), 1)
      }
    }
    return text
  }

  /**
   * What waited when the stream broke off, but for calls that are not whole. The one it waited for stays open: to stop it
   * would be to say that it came to its end.
   */
  const writeBrokenOff = (): string => {
    if (waiting.length === 0) return ''
    const whole = waiting.filter((event) => !('call' in event) || isWhole(waitingArguments(event.call)))
    waiting.splice(0, waiting.length, ...whole)
    open = { kind: 'none' }
    return writeWaiting(true) + closeCall()
  }

  const waitingArguments = (call: number): string =>
    waiting.map((event) => (event.type === 'arguments' && event.call === call ? event.text : '')).join('')

  const write = (event: ChatEvent): string => {
    if (failed) return ''
    switch (event.type) {
      case 'start':
        return begin(event.id)
      case 'usage':
        usage = event.usage
        return ''
      case 'error':
        failed = true
        return writeBrokenOff() + errorText(event.problem)
      case 'finish':
        if (event.choice === 0) finish = { reason: event.reason, stopSequence: event.stopSequence }
        return ''
      default:
        return event.choice === 0 ? begin('') + take(event) : ''
    }
  }

  return {
    write: (events) => {
      let text = ''
      for (const event of events) text += write(event)
      return text
    },
    // Without a reason to end there is no clean end: the stream was cut.
    end: () => {
      if (failed || finish === undefined) return ''
      const { reason, stopSequence } = finish
      const left = begin('') + writeWaiting(true) + close()
      const told = usage ?? usageOf({ input: readEstimate, output: estimateTokensOfBytes(textBytes) })
      const delta = {
        stop_reason: refused ? 'refusal' : writeFinish(reason, stopSequence, called),
        stop_sequence: stopSequence ?? null,
      }
      return left + eventText('message_delta', { delta, usage: writeUsage(told) }) + eventText('message_stop', {})
    },
  }
}

const errorText = (problem: UpstreamProblem): string => {
  const { code = '', message } = problem
  return writeErrorEvent({ status: 500, code: String(code), message, problem }).toString()
}

const eventText = (type: string, members: JsonObject): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`

const deltaText = (index: number, delta: string): string =>
  `event: content_block_delta\ndata: {"type":"content_block_delta","index":${index},"delta":${delta}}\n\n`

const stopText = (index: number): string =>
  `event: content_block_stop\ndata: {"type":"content_block_stop","index":${index}}\n\n`

const isWhole = (json: string): boolean => json.trimEnd().endsWith('}') && parseLenient(json) !== undefined

const idOf = (event: { id?: string }) => (event.id === undefined ? {} : { id: event.id })
