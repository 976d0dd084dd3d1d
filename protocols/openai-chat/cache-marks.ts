import { isObject, type JsonObject } from '../json/json.ts'
import { type Place, pathsOf } from '../steering.ts'

/**
 * Marks for a cache, which clients of routers set for models that want them: on the request, its tools, its messages and
 * their parts. Most requests have none: to look for them makes nothing anew.
 */
const isMarked = (object: unknown): boolean =>
  isObject(object) && (object.cache_control !== undefined || hasMarked(object.content))

const hasMarked = (list: unknown): boolean => Array.isArray(list) && list.some(isMarked)

const hasMarks = (body: JsonObject): boolean =>
  body.cache_control !== undefined || hasMarked(body.messages) || hasMarked(body.tools)

const withoutMark = (object: JsonObject): JsonObject => {
  const { cache_control: _, ...bare } = object
  return Array.isArray(bare.content) ? { ...bare, content: listWithoutMarks(bare.content) } : bare
}

const listWithoutMarks = (list: unknown[]): unknown[] =>
  list.map((each) => (isMarked(each) && isObject(each) ? withoutMark(each) : each))

export const cacheMarks: Place = {
  paths: pathsOf('cache_control', 'messages', 'tools'),
  read: (body) => (hasMarks(body) ? true : undefined),
  without: (body) => {
    if (!hasMarks(body)) return body
    const { cache_control: _, ...bare } = body
    for (const name of ['messages', 'tools'] as const) {
      const list = bare[name]
      if (Array.isArray(list)) bare[name] = listWithoutMarks(list)
    }
    return bare
  },
}
