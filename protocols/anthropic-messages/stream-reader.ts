import type { ChatEvent, ChatRequest, ChatStreamReader } from '../chat.ts'
import { estimateTokensOfBytes } from '../counting/estimate.ts'
import { isObject, type JsonObject, objectAt, parseLenient, textAt } from '../json/json.ts'
import { EventSplitter, eachEvent, eventData } from '../sse.ts'
import { answerToolName, unwrapFreeText } from './answer-tool.ts'
import { readCitation, readCitations } from './citation.ts'
import { readFinish } from './finish.ts'
import { takesFreeText } from './read-reply.ts'
import { mergeUsage, readUsage, usageOfCut } from './usage.ts'

type Block =
  | { kind: 'text' }
  | { kind: 'thinking'; signature: string }
  | { kind: 'call'; call: number; input: unknown; told: boolean }
  /** A call of the tool that stands for an answer in a schema: its input is the answer's text. */
  | { kind: 'answer'; input: unknown; told: boolean }
  /** A call with free text, which must be whole before it can be taken out of its wrapping. */
  | { kind: 'free_text'; call: number; json: string }

type ReaderState = {
  request: ChatRequest | undefined
  answerTool: string | undefined
  blocks: Map<unknown, Block>
  /** How many tools were called. */
  calls: number
  atStart: JsonObject | undefined
  atEnd: JsonObject | undefined
  textBytes: number
  searches: number
  finished: boolean
}

/** Reads a streamed answer. Clouds that frame the events in their own way hand them over as this dialect's own. */
export const createReader = (request?: ChatRequest): ChatStreamReader => {
  const splitter = new EventSplitter()
  const state: ReaderState = {
    request,
    answerTool: answerToolName(request),
    blocks: new Map(),
    calls: 0,
    atStart: undefined,
    atEnd: undefined,
    textBytes: 0,
    searches: 0,
    finished: false,
  }
  return {
    push: (chunk) => readAll(state, splitter.push(chunk)),
    end: () => {
      const events = readAll(state, splitter.end())
      const cut =
        state.atEnd === undefined
          ? usageOfCut(state.atStart, estimateTokensOfBytes(state.textBytes), state.searches)
          : undefined
      return cut === undefined ? events : [...events, { type: 'usage', usage: cut }]
    },
    finished: () => state.finished,
    closed: () => state.finished,
  }
}

const startMessage = (state: ReaderState, message: JsonObject | undefined): ChatEvent[] => {
  state.atStart = objectAt(message, 'usage')
  const start: ChatEvent = {
    type: 'start',
    id: textAt(message, 'id') ?? '',
    model: textAt(message, 'model') ?? '',
    created: undefined,
  }
  // Some clouds send what is known already, such as a whole tool call, with the start.
  const content = Array.isArray(message?.content) ? message.content.filter(isObject) : []
  return [
    start,
    ...content.flatMap((block, index) => [...startBlock(state, -1 - index, block), ...stopBlock(state, -1 - index)]),
  ]
}

const startBlock = (state: ReaderState, index: unknown, block: JsonObject): ChatEvent[] => {
  switch (block.type) {
    case 'text': {
      state.blocks.set(index, { kind: 'text' })
      const citations = readCitations(block).map((citation): ChatEvent => ({ type: 'citation', choice: 0, citation }))
      return [...textEvents(state, 'text', textAt(block, 'text')), ...citations]
    }
    case 'thinking':
      state.blocks.set(index, { kind: 'thinking', signature: textAt(block, 'signature') ?? '' })
      return textEvents(state, 'reasoning', textAt(block, 'thinking'))
    case 'redacted_thinking':
      return [{ type: 'redacted_reasoning', choice: 0, data: textAt(block, 'data') ?? '', by: 'anthropic' }]
    case 'tool_use':
      return startCall(state, index, block)
    case 'web_search_tool_result':
      state.searches += 1
      return []
    default:
      return []
  }
}

const startCall = (state: ReaderState, index: unknown, block: JsonObject): ChatEvent[] => {
  const name = textAt(block, 'name') ?? ''
  if (name === state.answerTool) {
    state.blocks.set(index, { kind: 'answer', input: block.input, told: false })
    return []
  }
  const call = state.calls
  state.calls += 1
  const custom = takesFreeText(name, state.request)
  if (custom) state.blocks.set(index, { kind: 'free_text', call, json: '' })
  else state.blocks.set(index, { kind: 'call', call, input: block.input, told: false })
  const id = textAt(block, 'id') ?? ''
  return [{ type: 'tool_call', choice: 0, call, id, name, ...(custom ? { custom } : {}) }]
}

const continueBlock = (state: ReaderState, index: unknown, delta: JsonObject): ChatEvent[] => {
  const block = state.blocks.get(index)
  switch (delta.type) {
    case 'text_delta':
      return textEvents(state, 'text', textAt(delta, 'text'))
    case 'thinking_delta':
      return textEvents(state, 'reasoning', textAt(delta, 'thinking'))
    case 'signature_delta':
      if (block?.kind === 'thinking') block.signature = textAt(delta, 'signature') ?? block.signature
      return []
    case 'citations_delta': {
      const citation = readCitation(delta.citation)
      return citation === undefined ? [] : [{ type: 'citation', choice: 0, citation }]
    }
    case 'input_json_delta':
      return block === undefined ? [] : continueCall(state, block, textAt(delta, 'partial_json'))
    default:
      return []
  }
}

const continueCall = (state: ReaderState, block: Block, text: string | undefined): ChatEvent[] => {
  if (text === undefined) return []
  switch (block.kind) {
    case 'call':
      block.told = true
      state.textBytes += Buffer.byteLength(text)
      return [{ type: 'arguments', choice: 0, call: block.call, text }]
    case 'answer':
      block.told = true
      return textEvents(state, 'text', text)
    case 'free_text':
      block.json += text
      return []
    case 'text':
    case 'thinking':
      return []
  }
}

const stopBlock = (state: ReaderState, index: unknown): ChatEvent[] => {
  const block = state.blocks.get(index)
  state.blocks.delete(index)
  switch (block?.kind) {
    case 'thinking': {
      if (block.signature === '') return []
      return [{ type: 'reasoning_signature', choice: 0, signature: { by: 'anthropic', value: block.signature } }]
    }
    // A call without arguments streams none, and a call that came whole has them in its start.
    case 'call':
    case 'answer':
      return block.told ? [] : continueCall(state, block, JSON.stringify(block.input ?? {}))
    case 'free_text':
      return [{ type: 'arguments', choice: 0, call: block.call, text: unwrapFreeText(block.json) }]
    default:
      return []
  }
}

const textEvents = (state: ReaderState, type: 'text' | 'reasoning', text: string | undefined): ChatEvent[] => {
  if (text === undefined) return []
  state.textBytes += Buffer.byteLength(text)
  return [{ type, choice: 0, text }]
}

const endMessage = (state: ReaderState, delta: JsonObject | undefined, usage: JsonObject | undefined): ChatEvent[] => {
  state.atEnd = mergeUsage(state.atEnd, usage)
  const events: ChatEvent[] = []
  const reason = textAt(delta, 'stop_reason')
  if (reason !== undefined) {
    const stopSequence = textAt(delta, 'stop_sequence')
    events.push({ type: 'finish', choice: 0, reason: readFinish(reason, state.calls > 0), stopSequence })
  }
  const told = readUsage(mergeUsage(state.atStart, state.atEnd))
  if (told !== undefined) events.push({ type: 'usage', usage: told })
  return events
}

const read = (state: ReaderState, event: Buffer): ChatEvent[] => {
  const data = parseLenient(eventData(event) ?? '')
  if (!isObject(data)) return []
  switch (data.type) {
    case 'message_start':
      return startMessage(state, objectAt(data, 'message'))
    case 'content_block_start':
      return startBlock(state, data.index, objectAt(data, 'content_block') ?? {})
    case 'content_block_delta':
      return continueBlock(state, data.index, objectAt(data, 'delta') ?? {})
    case 'content_block_stop':
      return stopBlock(state, data.index)
    case 'message_delta':
      return endMessage(state, objectAt(data, 'delta'), objectAt(data, 'usage'))
    case 'message_stop':
      state.finished = true
      return []
    case 'error':
      return [{ type: 'error', problem: readProblem(data) }]
    default:
      return []
  }
}

const readAll = (state: ReaderState, bytes: Buffer | undefined): ChatEvent[] => {
  const events: ChatEvent[] = []
  if (bytes !== undefined) for (const event of eachEvent(bytes)) events.push(...read(state, event))
  return events
}

const readProblem = (data: JsonObject) => {
  const error = objectAt(data, 'error')
  return {
    message: textAt(error, 'message') ?? 'the upstream failed',
    type: textAt(error, 'type'),
    code: undefined,
    parameter: undefined,
  }
}
