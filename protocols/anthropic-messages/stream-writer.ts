import { type Usage, usageOf } from '#pricing/usage.ts'
import type { ChatEvent, ChatStreamWriter, FinishReason, ReplyContext } from '../chat.ts'
import { estimateInputTokens } from '../counting/chat-estimate.ts'
import { estimateTokensOfBytes } from '../counting/estimate.ts'
import { type JsonObject, parseLenient } from '../json/json.ts'
import { writeCitation } from './citation.ts'
import { errorEvent } from './error.ts'
import { writeFinish } from './finish.ts'
import { writeSeal } from './seal.ts'
import { writeUsage } from './usage.ts'
import { callSeal, messageId, pictureAsText } from './write-reply.ts'

type Open = { kind: 'none' } | { kind: 'text' } | { kind: 'thinking' } | { kind: 'call'; call: number; json: string }

type ContentEvent = Exclude<ChatEvent, { type: 'start' | 'finish' | 'usage' | 'error' }>

type WriterState = {
  context: ReplyContext
  /** What came while a call's arguments were under way. */
  waiting: ContentEvent[]
  begun: boolean
  failed: boolean
  called: boolean
  refused: boolean
  /** Of the block that was begun last. */
  index: number
  open: Open
  finish: { reason: FinishReason; stopSequence: string | undefined } | undefined
  usage: Usage | undefined
  textBytes: number
  readEstimate: number
}

/**
 * Writes the first choice of an answer as a stream. Blocks come one after the other here, so what begins while a call's
 * arguments are still under way waits for them.
 */
export const createWriter = (context: ReplyContext): ChatStreamWriter => {
  const state: WriterState = {
    context,
    waiting: [],
    begun: false,
    failed: false,
    called: false,
    refused: false,
    index: -1,
    open: { kind: 'none' },
    finish: undefined,
    usage: undefined,
    textBytes: 0,
    readEstimate: 0,
  }
  return {
    write: (events) => {
      let text = ''
      for (const event of events) text += write(state, event)
      return text
    },
    fail: (error) => {
      state.failed = true
      return writeBrokenOff(state) + errorEvent(error)
    },
    // Without a reason to end there is no clean end: the stream was cut.
    end: () => {
      if (state.failed || state.finish === undefined) return ''
      const { reason, stopSequence } = state.finish
      const left = begin(state, '') + writeWaiting(state, true) + close(state)
      const told = state.usage ?? usageOf({ input: state.readEstimate, output: estimateTokensOfBytes(state.textBytes) })
      const delta = {
        stop_reason: state.refused ? 'refusal' : writeFinish(reason, stopSequence, state.called),
        stop_sequence: stopSequence ?? null,
      }
      return left + eventText('message_delta', { delta, usage: writeUsage(told) }) + eventText('message_stop', {})
    },
  }
}

const begin = (state: WriterState, id: string): string => {
  if (state.begun) return ''
  state.begun = true
  state.readEstimate = estimateInputTokens(state.context.request)
  const message = {
    id: messageId(id, state.context),
    type: 'message',
    role: 'assistant',
    model: state.context.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: writeUsage(usageOf({ input: state.readEstimate })),
  }
  return eventText('message_start', { message })
}

const start = (state: WriterState, block: JsonObject): string => {
  state.index += 1
  return eventText('content_block_start', { index: state.index, content_block: block })
}

const close = (state: WriterState): string => {
  if (state.open.kind === 'none') return ''
  state.open = { kind: 'none' }
  return stopText(state.index)
}

const closeCall = (state: WriterState): string => (state.open.kind === 'call' ? close(state) : '')

const delta = (state: WriterState, type: string, field: string, text: string): string => {
  if (text === '') return ''
  state.textBytes += Buffer.byteLength(text)
  return deltaText(state.index, `{"type":"${type}","${field}":${JSON.stringify(text)}}`)
}

const whole = (state: WriterState, block: JsonObject): string =>
  close(state) + start(state, block) + stopText(state.index)

const openText = (state: WriterState): string => {
  if (state.open.kind === 'text') return ''
  const closed = close(state)
  state.open = { kind: 'text' }
  return closed + start(state, { type: 'text', text: '' })
}

const openThinking = (state: WriterState): string => {
  if (state.open.kind === 'thinking') return ''
  const closed = close(state)
  state.open = { kind: 'thinking' }
  return closed + start(state, { type: 'thinking', thinking: '', signature: '' })
}

const say = (state: WriterState, text: string): string =>
  text === '' ? '' : openText(state) + delta(state, 'text_delta', 'text', text)

const writeContent = (state: WriterState, event: ContentEvent): string => {
  switch (event.type) {
    case 'text':
      return say(state, event.text)
    case 'refusal':
      state.refused = true
      return say(state, event.text)
    case 'image':
      return say(state, pictureAsText(event.mediaType, event.base64))
    case 'audio':
      return say(state, event.transcript)
    case 'reasoning':
      return openThinking(state) + delta(state, 'thinking_delta', 'thinking', event.text)
    case 'reasoning_signature': {
      const seal = writeSeal({ ...event.signature, ...idOf(event) })
      return (
        openThinking(state) +
        deltaText(state.index, JSON.stringify({ type: 'signature_delta', signature: seal })) +
        close(state)
      )
    }
    case 'redacted_reasoning':
      return whole(state, {
        type: 'redacted_thinking',
        data: writeSeal({ by: event.by, value: event.data, ...idOf(event) }),
      })
    case 'citation':
      return (
        openText(state) +
        deltaText(state.index, JSON.stringify({ type: 'citations_delta', citation: writeCitation(event.citation) }))
      )
    case 'tool_call': {
      state.called = true
      const { id, name, call, signature } = event
      const before = signature === undefined ? close(state) : whole(state, callSeal(id, signature))
      state.open = { kind: 'call', call, json: '' }
      return before + start(state, { type: 'tool_use', id, name, input: {} })
    }
    case 'arguments': {
      if (state.open.kind !== 'call' || state.open.call !== event.call) return ''
      state.open.json += event.text
      return delta(state, 'input_json_delta', 'partial_json', event.text)
    }
  }
}

const mustWait = (state: WriterState, event: ContentEvent): boolean => {
  if (state.open.kind !== 'call') return false
  if (event.type === 'arguments' && event.call === state.open.call) return false
  return !isWhole(state.open.json)
}

const take = (state: WriterState, event: ContentEvent): string => {
  if (mustWait(state, event)) {
    state.waiting.push(event)
    return ''
  }
  const ownsArguments = event.type === 'arguments' && state.open.kind === 'call' && state.open.call === event.call
  if (state.waiting.length === 0 || ownsArguments) return writeContent(state, event) + writeWaiting(state, false)
  state.waiting.push(event)
  return writeWaiting(state, false)
}

/** Writes what waited, as far as it need not wait on; a call takes all of its own arguments along. */
const writeWaiting = (state: WriterState, all: boolean): string => {
  let text = ''
  while (state.waiting[0] !== undefined && (all || !mustWait(state, state.waiting[0]))) {
    const event = state.waiting.shift()
    if (event === undefined) break
    text += writeContent(state, event)
    if (event.type !== 'tool_call') continue
    for (const own of state.waiting.filter((each) => each.type === 'arguments' && each.call === event.call)) {
      text += writeContent(state, own)
      state.waiting.splice(state.waiting.indexOf(own), 1)
    }
  }
  return text
}

/**
 * What waited when the stream broke off, but for calls that are not whole. The one it waited for stays open: to stop it
 * would be to say that it came to its end.
 */
const writeBrokenOff = (state: WriterState): string => {
  if (state.waiting.length === 0) return ''
  const whole = state.waiting.filter((event) => !('call' in event) || isWhole(waitingArguments(state, event.call)))
  state.waiting.splice(0, state.waiting.length, ...whole)
  state.open = { kind: 'none' }
  return writeWaiting(state, true) + closeCall(state)
}

const waitingArguments = (state: WriterState, call: number): string =>
  state.waiting.map((event) => (event.type === 'arguments' && event.call === call ? event.text : '')).join('')

const write = (state: WriterState, event: ChatEvent): string => {
  if (state.failed) return ''
  switch (event.type) {
    case 'start':
      return begin(state, event.id)
    case 'usage':
      state.usage = event.usage
      return ''
    case 'error':
      return ''
    case 'finish':
      if (event.choice === 0) state.finish = { reason: event.reason, stopSequence: event.stopSequence }
      return ''
    default:
      return event.choice === 0 ? begin(state, '') + take(state, event) : ''
  }
}

const eventText = (type: string, members: JsonObject): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`

const deltaText = (index: number, delta: string): string =>
  `event: content_block_delta\ndata: {"type":"content_block_delta","index":${index},"delta":${delta}}\n\n`

const stopText = (index: number): string =>
  `event: content_block_stop\ndata: {"type":"content_block_stop","index":${index}}\n\n`

const isWhole = (json: string): boolean => json.trimEnd().endsWith('}') && parseLenient(json) !== undefined

const idOf = (event: { id?: string }) => (event.id === undefined ? {} : { id: event.id })
