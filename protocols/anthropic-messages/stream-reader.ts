import type { ChatEvent, ChatRequest, ChatStreamReader } from '../chat.ts'
import { estimateTokensOfBytes } from '../counting/estimate.ts'
import { isObject, type JsonObject, objectAt, parseLenient, textAt } from '../json/json.ts'
import { createEventSplitter, eachEvent, eventData } from '../sse.ts'
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

/** Reads a streamed answer. Clouds that frame the events in their own way hand them over as this dialect's own. */
export const createReader = (request?: ChatRequest): ChatStreamReader => {
  const splitter = createEventSplitter()
  const answerTool = answerToolName(request)
  const blocks = new Map<unknown, Block>()
  let calls = 0
  let atStart: JsonObject | undefined
  let atEnd: JsonObject | undefined
  let textBytes = 0
  let searches = 0
  let finished = false

  const startMessage = (message: JsonObject | undefined): ChatEvent[] => {
    atStart = objectAt(message, 'usage')
    const start: ChatEvent = {
      type: 'start',
      id: textAt(message, 'id') ?? '',
      model: textAt(message, 'model') ?? '',
      created: undefined,
    }
    // Some clouds send what is known already, such as a whole tool call, with the start.
    const content = Array.isArray(message?.content) ? message.content.filter(isObject) : []
    return [start, ...content.flatMap((block, index) => [...startBlock(-1 - index, block), ...stopBlock(-1 - index)])]
  }

  const startBlock = (index: unknown, block: JsonObject): ChatEvent[] => {
    switch (block.type) {
      case 'text': {
        blocks.set(index, { kind: 'text' })
        const citations = readCitations(block).map((citation): ChatEvent => ({ type: 'citation', choice: 0, citation }))
        return [...textEvents('text', textAt(block, 'text')), ...citations]
      }
      case 'thinking':
        blocks.set(index, { kind: 'thinking', signature: textAt(block, 'signature') ?? '' })
        return textEvents('reasoning', textAt(block, 'thinking'))
      case 'redacted_thinking':
        return [{ type: 'redacted_reasoning', choice: 0, data: textAt(block, 'data') ?? '', by: 'anthropic' }]
      case 'tool_use':
        return startCall(index, block)
      case 'web_search_tool_result':
        searches += 1
        return []
      default:
        return []
    }
  }

  const startCall = (index: unknown, block: JsonObject): ChatEvent[] => {
    const name = textAt(block, 'name') ?? ''
    if (name === answerTool) {
      blocks.set(index, { kind: 'answer', input: block.input, told: false })
      return []
    }
    const call = calls
    calls += 1
    const custom = takesFreeText(name, request)
    if (custom) blocks.set(index, { kind: 'free_text', call, json: '' })
    else blocks.set(index, { kind: 'call', call, input: block.input, told: false })
    const id = textAt(block, 'id') ?? ''
    return [{ type: 'tool_call', choice: 0, call, id, name, ...(custom ? { custom } : {}) }]
  }

  const continueBlock = (index: unknown, delta: JsonObject): ChatEvent[] => {
    const block = blocks.get(index)
    switch (delta.type) {
      case 'text_delta':
        return textEvents('text', textAt(delta, 'text'))
      case 'thinking_delta':
        return textEvents('reasoning', textAt(delta, 'thinking'))
      case 'signature_delta':
        if (block?.kind === 'thinking') block.signature = textAt(delta, 'signature') ?? block.signature
        return []
      case 'citations_delta': {
        const citation = readCitation(delta.citation)
        return citation === undefined ? [] : [{ type: 'citation', choice: 0, citation }]
      }
      case 'input_json_delta':
        return block === undefined ? [] : continueCall(block, textAt(delta, 'partial_json'))
      default:
        return []
    }
  }

  const continueCall = (block: Block, text: string | undefined): ChatEvent[] => {
    if (text === undefined) return []
    switch (block.kind) {
      case 'call':
        block.told = true
        textBytes += Buffer.byteLength(text)
        return [{ type: 'arguments', choice: 0, call: block.call, text }]
      case 'answer':
        block.told = true
        return textEvents('text', text)
      case 'free_text':
        block.json += text
        return []
      case 'text':
      case 'thinking':
        return []
    }
  }

  const stopBlock = (index: unknown): ChatEvent[] => {
    const block = blocks.get(index)
    blocks.delete(index)
    switch (block?.kind) {
      case 'thinking': {
        if (block.signature === '') return []
        return [{ type: 'reasoning_signature', choice: 0, signature: { by: 'anthropic', value: block.signature } }]
      }
      // A call without arguments streams none, and a call that came whole has them in its start.
      case 'call':
      case 'answer':
        return block.told ? [] : continueCall(block, JSON.stringify(block.input ?? {}))
      case 'free_text':
        return [{ type: 'arguments', choice: 0, call: block.call, text: unwrapFreeText(block.json) }]
      default:
        return []
    }
  }

  const textEvents = (type: 'text' | 'reasoning', text: string | undefined): ChatEvent[] => {
    if (text === undefined) return []
    textBytes += Buffer.byteLength(text)
    return [{ type, choice: 0, text }]
  }

  const endMessage = (delta: JsonObject | undefined, usage: JsonObject | undefined): ChatEvent[] => {
    atEnd = mergeUsage(atEnd, usage)
    const events: ChatEvent[] = []
    const reason = textAt(delta, 'stop_reason')
    if (reason !== undefined) {
      const stopSequence = textAt(delta, 'stop_sequence')
      events.push({ type: 'finish', choice: 0, reason: readFinish(reason, calls > 0), stopSequence })
    }
    const told = readUsage(mergeUsage(atStart, atEnd))
    if (told !== undefined) events.push({ type: 'usage', usage: told })
    return events
  }

  const read = (event: Buffer): ChatEvent[] => {
    const data = parseLenient(eventData(event) ?? '')
    if (!isObject(data)) return []
    switch (data.type) {
      case 'message_start':
        return startMessage(objectAt(data, 'message'))
      case 'content_block_start':
        return startBlock(data.index, objectAt(data, 'content_block') ?? {})
      case 'content_block_delta':
        return continueBlock(data.index, objectAt(data, 'delta') ?? {})
      case 'content_block_stop':
        return stopBlock(data.index)
      case 'message_delta':
        return endMessage(objectAt(data, 'delta'), objectAt(data, 'usage'))
      case 'message_stop':
        finished = true
        return []
      case 'error':
        return [{ type: 'error', problem: readProblem(data) }]
      default:
        return []
    }
  }

  const readAll = (bytes: Buffer | undefined): ChatEvent[] => {
    const events: ChatEvent[] = []
    if (bytes !== undefined) for (const event of eachEvent(bytes)) events.push(...read(event))
    return events
  }

  return {
    push: (chunk) => readAll(splitter.push(chunk)),
    end: () => {
      const events = readAll(splitter.end())
      const cut = atEnd === undefined ? usageOfCut(atStart, estimateTokensOfBytes(textBytes), searches) : undefined
      return cut === undefined ? events : [...events, { type: 'usage', usage: cut }]
    },
    finished: () => finished,
    closed: () => finished,
  }
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
