import { isObject, type JsonObject } from '../json/json.ts'

/**
 * A line that the maker's own agent puts before the words of the system, another one with each request. The maker reads it
 * and leaves it out; anybody else takes it for words of the system, and finds no such beginning in its cache.
 */
const stamp = 'x-anthropic-billing-header:'

/** The text behind the stamp that it begins with. */
export const withoutStamp = (text: string): string => {
  if (!text.startsWith(stamp)) return text
  const end = text.indexOf('\n')
  return end < 0 ? '' : text.slice(end + 1)
}

/** The words of the system without their stamp; undefined where there is none. */
export const unstampedSystem = ({ system }: JsonObject): string | unknown[] | undefined => {
  if (typeof system === 'string') return system.startsWith(stamp) ? withoutStamp(system) : undefined
  if (!Array.isArray(system) || !system.some(isStamped)) return undefined
  return system.flatMap((block: unknown) => {
    if (!isStamped(block)) return [block]
    const text = withoutStamp(block.text)
    return text === '' ? [] : [{ ...block, text }]
  })
}

const isStamped = (block: unknown): block is JsonObject & { text: string } =>
  isObject(block) && typeof block.text === 'string' && block.text.startsWith(stamp)
