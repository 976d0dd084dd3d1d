import { parseLenient } from './json.ts'
import type { StreamTap } from './protocol.ts'
import { createEventSplitter, eachEvent, eventData } from './sse.ts'
import type { Usage } from './usage.ts'

const usageMark = Buffer.from('"usage"')
const errorMark = Buffer.from('"error"')

/**
 * For dialects whose streams pass through as whole events: `readUsage` looks into those that may tell usage. The newest
 * event is held back until the next one comes, so that the last leaves after the charge is durable.
 */
export const tapEvents = (readUsage: (event: unknown) => Usage | undefined): StreamTap => {
  const splitter = createEventSplitter()
  let usage: Usage | undefined
  let held: Buffer | undefined
  let failed = false

  const inspect = (whole: Buffer): void => {
    if (!whole.includes(usageMark) && !whole.includes(errorMark)) return
    for (const event of eachEvent(whole)) {
      const data = eventData(event)
      const parsed = data === undefined ? undefined : parseLenient(data)
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
    finished: () => held !== undefined,
    failed: () => failed,
  }
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
