import { type ToolCalls, type ToolKind, tokenCount, type Usage, withTools } from '#pricing/usage.ts'
import { parseBriefly } from '../json/brief-json.ts'
import { isObject, type JsonObject, objectAt, textAt } from '../json/json.ts'
import { readUsage } from './reply.ts'

/**
 * The usage of a whole answer or of a compaction; undefined when it tells none. The whole is parsed: an answer repeats
 * its request's tools and metadata, so a mark in the bytes could be the client's own.
 */
export const readReplyUsage = (bytes: Buffer): Usage | undefined => {
  const answer = parseBriefly(bytes)
  return isObject(answer) ? readAnswerUsage(answer) : undefined
}

export const readReplyTools = (bytes: Buffer): ToolCalls | undefined => {
  const answer = parseBriefly(bytes)
  return isObject(answer) ? readToolCalls(answer) : undefined
}

/** The usage of a whole answer, with the calls of tools that are charged by the call. */
export const readAnswerUsage = (answer: JsonObject | undefined): Usage | undefined =>
  answer === undefined ? undefined : withTools(readUsage(answer.usage), readToolCalls(answer))

/** Undefined for an answer that none was called for. */
const readToolCalls = (answer: JsonObject): ToolCalls | undefined => {
  if (!Array.isArray(answer.output)) return undefined
  const preview = isPreview(answer.tools)
  let calls: ToolCalls | undefined
  for (const item of answer.output) calls = addToolCall(calls, item, preview)
  if (calls?.code_interpreter !== undefined && reusesContainer(answer.tools)) calls = withoutContainer(calls)
  // Opening a page that was found is told like a search; newer answers say how many of them are charged.
  const told = objectAt(objectAt(answer, 'tool_usage'), 'web_search')?.num_requests
  if (calls === undefined || typeof told !== 'number') return calls
  return { ...calls, [preview ? 'web_search_preview' : 'web_search']: tokenCount(told) }
}

/** Whether the code ran in a container that an earlier answer made. */
const reusesContainer = (tools: unknown): boolean =>
  Array.isArray(tools) && tools.some((tool) => typeof objectContainer(tool) === 'string')

const objectContainer = (tool: unknown): unknown =>
  isObject(tool) && tool.type === 'code_interpreter' ? tool.container : undefined

export const withoutContainer = ({ code_interpreter: _, ...others }: ToolCalls): ToolCalls | undefined =>
  Object.keys(others).length === 0 ? undefined : others

/** The calls with one more, if the item is one. */
export const addToolCall = (calls: ToolCalls | undefined, item: unknown, preview: boolean): ToolCalls | undefined => {
  if (!isObject(item)) return calls
  switch (item.type) {
    case 'web_search_call':
      return isSearch(item) ? plus(calls, preview ? 'web_search_preview' : 'web_search', 1) : calls
    case 'file_search_call':
      return isFailed(item) ? calls : plus(calls, 'file_search', 1)
    case 'code_interpreter_call':
      // However often it runs, the container is charged.
      return calls?.code_interpreter === undefined ? plus(calls, 'code_interpreter', 1) : calls
    case 'image_generation_call':
      return isFailed(item) ? calls : plus(calls, pictureKind(item), isLarge(item) ? 1.5 : 1)
    default:
      return calls
  }
}

const plus = (calls: ToolCalls | undefined, tool: ToolKind, count: number): ToolCalls => ({
  ...calls,
  [tool]: (calls?.[tool] ?? 0) + count,
})

/** An answer repeats the tools it was asked with; the preview of the search has its own price. */
const isPreview = (tools: unknown): boolean =>
  Array.isArray(tools) && tools.some((tool) => textAt(tool, 'type')?.startsWith('web_search_preview'))

const isFailed = (item: JsonObject): boolean => item.status === 'failed'

const isSearch = (item: JsonObject): boolean => {
  const action = textAt(objectAt(item, 'action'), 'type')
  return !isFailed(item) && (action === undefined || action === 'search')
}

const pictureKind = ({ quality }: JsonObject): ToolKind =>
  quality === 'low' || quality === 'medium' || quality === 'high' ? `image_generation_${quality}` : 'image_generation'

const isLarge = ({ size }: JsonObject): boolean => size === '1024x1536' || size === '1536x1024'
