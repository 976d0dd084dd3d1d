import type { ToolCalls } from '#pricing/usage.ts'
import type { ChatEvent, ChatStreamReader } from '../chat.ts'
import { isObject, type JsonObject, objectAt, parseLenient } from '../json/json.ts'
import { EventSplitter, eachEvent, eventData } from '../sse.ts'
import { problemOf } from './error.ts'
import { createOutputReader } from './read-output.ts'
import { finishOf, startOf } from './read-reply.ts'
import { addToolCall, readAnswerUsage } from './tool-calls.ts'

/** Events that tell nothing new: known by the line that names them, so that they need not be parsed. */
const repeating = [
  'response.in_progress',
  'response.queued',
  'response.content_part.',
  'response.output_text.done',
].map((name) => Buffer.from(`event: ${name}`))

export const createReader = (): ChatStreamReader => {
  const splitter = new EventSplitter()
  const output = createOutputReader()
  const events: ChatEvent[] = []
  let started = false
  let finished = false
  let tools: ToolCalls | undefined

  const start = (response: JsonObject | undefined) => {
    if (started) return
    started = true
    events.push(startOf(response))
  }
  const fail = (wire: JsonObject) => {
    if (finished) return
    finished = true
    const usage = readAnswerUsage(objectAt(wire, 'response'))
    if (usage !== undefined) events.push({ type: 'usage', usage })
    events.push({ type: 'error', problem: problemOf(wire) })
  }
  const finish = (response: JsonObject | undefined) => {
    output.finishAll(response?.output)
    events.push(...output.take())
    const reason = finishOf(response, output.called())
    events.push({ type: 'finish', choice: 0, reason, stopSequence: undefined })
    const usage = readAnswerUsage(response)
    if (usage !== undefined) events.push({ type: 'usage', usage })
    finished = true
  }

  const step = (wire: JsonObject): void => {
    const index = numberOf(wire.output_index)
    const content = numberOf(wire.content_index)
    const delta = typeof wire.delta === 'string' ? wire.delta : ''
    switch (wire.type) {
      case 'response.created':
        return
      case 'response.output_text.delta':
        output.text(index, content, delta, wire.logprobs)
        return
      case 'response.output_text.annotation.added':
        output.annotation(index, content, wire.annotation)
        return
      case 'response.refusal.delta':
        output.refusal(index, content, delta)
        return
      case 'response.reasoning_summary_text.delta':
        output.reasoning(index, 'summary', numberOf(wire.summary_index), delta)
        return
      case 'response.reasoning_text.delta':
        output.reasoning(index, 'full', content, delta)
        return
      case 'response.function_call_arguments.delta':
      case 'response.custom_tool_call_input.delta':
        output.arguments(index, delta)
        return
      case 'response.output_item.added':
        output.begin(index, objectAt(wire, 'item') ?? {})
        return
      case 'response.output_item.done':
        tools = addToolCall(tools, wire.item, false)
        output.finish(index, objectAt(wire, 'item') ?? {})
        return
      case 'response.completed':
      case 'response.incomplete':
        finish(objectAt(wire, 'response'))
        return
      case 'response.failed':
      case 'error':
        fail(wire)
    }
  }

  const read = (event: Buffer): void => {
    if (finished || repeating.some((name) => name.equals(event.subarray(0, name.length)))) return
    const wire = parseLenient(eventData(event) ?? '')
    if (!isObject(wire)) return
    start(objectAt(wire, 'response'))
    step(wire)
    events.push(...output.take())
  }

  const take = (whole: Buffer | undefined): ChatEvent[] => {
    if (whole !== undefined) for (const event of eachEvent(whole)) read(event)
    return events.splice(0)
  }

  return {
    push: (chunk) => take(splitter.push(chunk)),
    end: () => take(splitter.end()),
    finished: () => finished,
    closed: () => finished,
    tools: () => tools,
  }
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)
