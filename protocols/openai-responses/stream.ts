import { type ToolCalls, type Usage, withTools } from '#pricing/usage.ts'
import { TextSample } from '../counting/text-sample.ts'
import { objectAt, parseLenient, textAt } from '../json/json.ts'
import { offersPreview } from '../offered-tools.ts'
import { joinEvents } from '../passed-stream.ts'
import type { RequestOutline, StreamTap } from '../protocol.ts'
import { EventSplitter, eachEvent, eventData } from '../sse.ts'
import { madeInAnswer } from './made.ts'
import { addToolCall, readAnswerUsage, withoutContainer } from './tool-calls.ts'

/**
 * One of these stands in every event that may end a stream or tells of a tool's call; a text that merely names one is
 * parsed and passes.
 */
const marks = ['response.completed', 'response.incomplete', 'response.failed', '"error"', '_call"']
const deltaMark = '"delta":'

/** What was seen of an answer so far; `last` is the event that ended it. */
type Seen = {
  held: Buffer[]
  last: unknown
  textBytes: number
  tools: ToolCalls | undefined
  /** Some leave the names of events away, by which clients know them. */
  hasNames: boolean | undefined
  finished: boolean
  failed: boolean
}

/**
 * Bytes pass through as whole events; only those that may end the stream or tell an error are parsed. From the last
 * event of an answer on they are held back.
 */
export const tapStream = ({ offeredTools, untouched }: RequestOutline): StreamTap => {
  const splitter = new EventSplitter()
  const sample = new TextSample('json')
  const seen: Seen = {
    ...{ held: [], last: undefined, textBytes: 0, tools: undefined, hasNames: untouched },
    ...{ finished: false, failed: false },
  }
  return {
    push: (chunk) => {
      const came = splitter.push(chunk)
      if (came === undefined) return undefined
      const whole = named(seen, came)
      // One copy as text is searched several times faster than the bytes are.
      const text = whole.toString('latin1')
      seen.textBytes += measureText(text, sample)
      return seen.finished || isMarked(text) ? passEvents(seen, whole, offeredTools) : whole
    },
    end: () => {
      const left = splitter.end()
      const rest = left === undefined ? undefined : passEvents(seen, named(seen, left), offeredTools)
      if (!seen.finished && !seen.failed) return undefined
      return joinEvents(rest === undefined ? seen.held : [rest, ...seen.held])
    },
    made: () => madeInAnswer(objectAt(seen.last, 'response') ?? {}),
    usage: (): Usage | undefined => {
      const usage = readAnswerUsage(objectAt(seen.last, 'response'))
      // Some upstreams leave the items out of the whole answer at the end.
      return usage?.tools === undefined ? withTools(usage, seen.tools) : usage
    },
    tools: () => seen.tools,
    textBytes: () => seen.textBytes,
    sample,
    finished: () => seen.finished || seen.failed,
    ending: () => (seen.finished || seen.failed ? 'closed' : undefined),
    failed: () => seen.failed,
  }
}

const named = (seen: Seen, whole: Buffer): Buffer => {
  seen.hasNames ??= !beginsUnnamed(whole)
  return seen.hasNames ? whole : Buffer.concat([...eachEvent(whole)].map(withName))
}

/** What of these events goes out now. */
const passEvents = (seen: Seen, whole: Buffer, offeredTools: ToolCalls | undefined): Buffer | undefined => {
  const passed: Buffer[] = []
  for (const event of eachEvent(whole)) {
    if (!seen.finished && isMarked(event.toString('latin1'))) {
      note(seen, parseLenient(eventData(event) ?? ''), offeredTools)
    }
    if (seen.finished) seen.held.push(event)
    else passed.push(event)
  }
  return joinEvents(passed)
}

const note = (seen: Seen, data: unknown, offeredTools: ToolCalls | undefined): void => {
  switch (textAt(data, 'type')) {
    case 'response.completed':
    case 'response.incomplete':
      seen.finished = true
      seen.last = data
      return
    case 'response.failed':
      seen.last = data
      seen.failed = true
      return
    case 'response.output_item.done':
      seen.tools = addToolCall(seen.tools, objectAt(data, 'item'), offersPreview(offeredTools))
      if (seen.tools?.code_interpreter !== undefined && offeredTools?.code_interpreter === undefined) {
        seen.tools = withoutContainer(seen.tools)
      }
      return
    case 'error':
      seen.failed = true
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
