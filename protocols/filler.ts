import { isObject, type JsonObject, parseLenient } from './json/json.ts'
import { EventSplitter, eachEvent, eventData } from './sse.ts'

/**
 * Tells of pieces of a stream, one after the other, whether they hold nothing but what keeps the line open: comments,
 * pings, and events that say nothing. What is not known to be one of these is content.
 */
export const createFillerSearch = (): ((chunk: Buffer) => boolean) => {
  const splitter = new EventSplitter()
  return (chunk) => {
    const whole = splitter.push(chunk)
    if (whole === undefined) return true
    for (const event of eachEvent(whole)) if (!isFiller(event)) return false
    return true
  }
}

const isFiller = (event: Buffer): boolean => {
  const data = eventData(event)?.trim()
  if (data === undefined || data === '') return true
  const parsed = parseLenient(data)
  if (!isObject(parsed)) return false
  if (typeof parsed.type === 'string' && pings.has(parsed.type)) return true
  const { choices, candidates } = parsed
  if (Array.isArray(choices)) return !isObject(parsed.usage) && choices.every((choice) => saysNothing(choice, 'delta'))
  return Array.isArray(candidates) && candidates.every((candidate) => saysNothing(candidate, 'content'))
}

const pings: ReadonlySet<string> = new Set([
  'ping',
  'keepalive',
  'keep_alive',
  'heartbeat',
  'response.in_progress',
  'response.queued',
])

const saysNothing = (choice: unknown, place: string): boolean =>
  isObject(choice) && isEmpty(choice.finish_reason) && isEmpty(choice.finishReason) && isEmpty(choice[place])

/** Nothing, or made of nothing; whose words they would be is not content. */
const isEmpty = (value: unknown): boolean => {
  if (value === undefined || value === null || value === '' || value === false) return true
  if (Array.isArray(value)) return value.every(isEmpty)
  return isObject(value) && Object.entries(withoutRole(value)).every(([, inner]) => isEmpty(inner))
}

const withoutRole = ({ role: _role, ...rest }: JsonObject): JsonObject => rest
