import { type ToolCalls, type Usage, withTools } from '#pricing/usage.ts'
import { createTextSample, type TextSample } from '../counting/text-sample.ts'
import { objectAt, parseLenient, textAt } from '../json/json.ts'
import { offersPreview } from '../offered-tools.ts'
import type { RequestOutline, StreamTap } from '../protocol.ts'
import { createEventSplitter, eachEvent, eventData } from '../sse.ts'
import { madeInAnswer } from './made.ts'
import { addToolCall, readAnswerUsage, withoutContainer } from './tool-calls.ts'

/**
 * One of these stands in every event that may end a stream or tells of a tool's call; a text that merely names one is
 * parsed and passes.
 */
const marks = ['response.completed', 'response.incomplete', 'response.failed', '"error"', '_call"']
const deltaMark = '"delta":'

/**
 * Bytes pass through as whole events; only those that may end the stream or tell an error are parsed. From the last
 * event of an answer on they are held back.
 */
export const tapStream = ({ offeredTools, untouched }: RequestOutline): StreamTap => {
  const preview = offersPreview(offeredTools)
  const splitter = createEventSplitter()
  const held: Buffer[] = []
  let last: unknown
  let failed = false
  const sample = createTextSample('json')
  let textBytes = 0
  let finished = false
  let tools: ToolCalls | undefined
  /** Some leave the names of events away, by which clients know them. */
  let hasNames: boolean | undefined = untouched

  const named = (whole: Buffer): Buffer => {
    hasNames ??= !beginsUnnamed(whole)
    return hasNames ? whole : Buffer.concat([...eachEvent(whole)].map(withName))
  }

  const inspect = (whole: Buffer): Buffer | undefined => {
    const passed: Buffer[] = []
    for (const event of eachEvent(whole)) {
      if (!finished) look(event)
      if (finished) held.push(event)
      else passed.push(event)
    }
    return passed.length === 0 ? undefined : passed.length === 1 ? passed[0] : Buffer.concat(passed)
  }

  const look = (event: Buffer): void => {
    if (!isMarked(event.toString('latin1'))) return
    const parsed = parseLenient(eventData(event) ?? '')
    switch (textAt(parsed, 'type')) {
      case 'response.completed':
      case 'response.incomplete':
        finished = true
        last = parsed
        return
      case 'response.failed':
        last = parsed
        failed = true
        return
      case 'response.output_item.done':
        tools = addToolCall(tools, objectAt(parsed, 'item'), preview)
        if (tools?.code_interpreter !== undefined && offeredTools?.code_interpreter === undefined) {
          tools = withoutContainer(tools)
        }
        return
      case 'error':
        failed = true
    }
  }

  return {
    push: (chunk) => {
      const came = splitter.push(chunk)
      if (came === undefined) return undefined
      const whole = named(came)
      // One copy as text is searched several times faster than the bytes are.
      const text = whole.toString('latin1')
      textBytes += measureText(text, sample)
      return finished || isMarked(text) ? inspect(whole) : whole
    },
    end: () => {
      const left = splitter.end()
      const rest = left === undefined ? undefined : inspect(named(left))
      if (!finished && !failed) return undefined
      const pieces = rest === undefined ? held : [rest, ...held]
      return pieces.length === 0 ? undefined : Buffer.concat(pieces)
    },
    made: () => madeInAnswer(objectAt(last, 'response') ?? {}),
    usage: (): Usage | undefined => {
      const usage = readAnswerUsage(objectAt(last, 'response'))
      // Some upstreams leave the items out of the whole answer at the end.
      return usage?.tools === undefined ? withTools(usage, tools) : usage
    },
    tools: () => tools,
    textBytes: () => textBytes,
    sample,
    finished: () => finished || failed,
    ending: () => (finished || failed ? 'closed' : undefined),
    failed: () => failed,
  }
}

const dataField = Buffer.from('data:')

const beginsUnnamed = (event: Buffer): boolean => event.subarray(0, dataField.length).equals(dataField)

const withName = (event: Buffer): Buffer => {
  const type = beginsUnnamed(event) ? textAt(parseLenient(eventData(event) ?? ''), 'type') : undefined
  return type === undefined ? event : Buffer.concat([Buffer.from(`event: ${type}\n`), event])
}

const isMarked = (text: string): boolean => marks.some((mark) => text.includes(mark))

/** Bytes of the generated text in a piece of events, found without parsing. */
const measureText = (text: string, sample: TextSample): number => {
  let total = 0
  let at = text.indexOf(deltaMark)
  while (at >= 0) {
    let start = at + deltaMark.length
    if (text[start] === ' ') start += 1
    let end = start
    if (text[start] === '"') {
      do end = text.indexOf('"', end + 1)
      while (end > 0 && isEscaped(text, end))
      if (end < 0) end = text.length
      total += end - start - 1
      sample.takeText(text.slice(start + 1, end), 'latin1')
    }
    at = text.indexOf(deltaMark, end)
  }
  return total
}

const isEscaped = (text: string, position: number): boolean => {
  let slashes = 0
  while (text[position - 1 - slashes] === '\\') slashes += 1
  return slashes % 2 === 1
}
