import type { Usage } from '#pricing/usage.ts'
import { parseLenient, textAt } from './json/json.ts'
import type { StreamTap } from './protocol.ts'
import { EventSplitter, eachEvent, eventData } from './sse.ts'

const marks = ['"usage"', '"error"', '[DONE]', 'transcript.text.done', 'speech.audio.done'].map((mark) =>
  Buffer.from(mark),
)

/**
 * For dialects whose streams pass through as whole events: `readUsage` looks into those that may tell usage. The newest
 * event is held back until the next one comes, so that the last leaves after the charge is durable.
 */
export const tapEvents = (
  readUsage: (event: unknown) => Usage | undefined,
  /** Told of every event, where those without usage matter too. */
  note?: (event: unknown) => void,
): StreamTap => {
  const splitter = new EventSplitter()
  let usage: Usage | undefined
  let held: Buffer | undefined
  let failed = false
  let closed = false
  /** A page has none, whatever it is called. */
  let hasData = false

  const inspect = (whole: Buffer): void => {
    if (hasData && note === undefined && !marks.some((mark) => whole.includes(mark))) return
    for (const event of eachEvent(whole)) {
      const data = eventData(event)
      if (data === undefined) continue
      hasData = true
      if (isEnd(data)) closed = true
      const parsed = parseLenient(data)
      note?.(parsed)
      usage = readUsage(parsed) ?? usage
      if (isError(parsed)) failed = true
    }
  }

  const take = (whole: Buffer): Buffer | undefined => {
    inspect(whole)
    const before = held
    held = whole
    return before
  }

  return {
    push: (chunk) => {
      const whole = splitter.push(chunk)
      return whole === undefined ? undefined : take(whole)
    },
    end: () => {
      const left = splitter.end()
      const before = left === undefined ? undefined : take(left)
      const pieces = [before, held].filter((piece) => piece !== undefined)
      return pieces.length === 0 ? undefined : Buffer.concat(pieces)
    },
    usage: () => usage,
    textBytes: () => 0,
    finished: () => hasData,
    ending: () => (closed || failed ? 'closed' : undefined),
    failed: () => failed,
  }
}

const isEnd = (data: string): boolean => {
  if (data.trim() === '[DONE]') return true
  const type = textAt(parseLenient(data), 'type')
  return type === 'transcript.text.done' || type === 'speech.audio.done'
}

/** Bytes of anything: they pass through as they come, but for the last piece. */
export const tapBytes = (): StreamTap => {
  let held: Buffer | undefined
  return {
    push: (chunk) => {
      const before = held
      held = chunk
      return before
    },
    end: () => held,
    usage: () => undefined,
    textBytes: () => 0,
    finished: () => held !== undefined,
    failed: () => false,
  }
}

const isError = (event: unknown): boolean =>
  typeof event === 'object' && event !== null && 'error' in event && event.error !== null && event.error !== undefined

/** Undefined: there are none. */
export const joinEvents = (events: readonly Buffer[]): Buffer | undefined =>
  events.length < 2 ? events[0] : Buffer.concat(events)
