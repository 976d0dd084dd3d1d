import type { Tool, ToolChoice, WebSearch } from '../chat.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject, objectAt, textAt } from '../json/json.ts'
import { flagField, objectField, objectsField, pathOf, requiredText, textField } from './fields.ts'
import { readCacheHint } from './read-content.ts'

export type ToolSet = {
  tools: readonly Tool[]
  toolChoice: ToolChoice | undefined
  webSearch: WebSearch | undefined
}

/** What the model may call, and must; `functions` and `function_call` are the older words for the same. */
export const readToolSet = (body: JsonObject): ToolSet => {
  const found: Tool[] = []
  let webSearch = readWebSearch(body)
  for (const [index, tool] of objectsField(body, 'tools').entries()) {
    const path = pathOf('tools', index)
    const read = readTool(tool, path)
    if (read === undefined) webSearch ??= searchOf(tool)
    else found.push(read)
  }
  for (const [index, each] of objectsField(body, 'functions').entries()) {
    found.push(functionTool(each, pathOf('functions', index)))
  }
  const choice = readChoice(body)
  const allowed = choice?.allowed
  const tools = allowed === undefined ? found : found.filter((tool) => allowed.has(tool.name))
  return { tools, toolChoice: choice?.choice, webSearch }
}

const readTool = (tool: JsonObject, path: string): Tool | undefined => {
  const { type } = tool
  if (type === 'function' || (type === undefined && isObject(tool.function))) {
    const made = objectField(tool, 'function', path)
    if (made === undefined) throw new ProtocolError(pathOf(path, 'function'), 'is missing')
    return { ...functionTool(made, pathOf(path, 'function')), ...readCacheHint(tool) }
  }
  if (type === 'custom') return customTool(tool, path)
  // The upstream's own search, whatever a vendor calls it, has a place of its own in the common form.
  if (typeof type === 'string' && type.includes('web_search')) return undefined
  throw new ProtocolError(pathOf(path, 'type'), `${JSON.stringify(type)} is not known`)
}

const functionTool = (made: JsonObject, path: string): Tool => ({
  name: requiredText(made, 'name', path),
  description: textField(made, 'description', path),
  parameters: objectField(made, 'parameters', path),
  strict: flagField(made, 'strict', path),
})

const customTool = (tool: JsonObject, path: string): Tool => {
  const place = pathOf(path, 'custom')
  const custom = objectField(tool, 'custom', path)
  if (custom === undefined) throw new ProtocolError(place, 'is missing')
  return {
    name: requiredText(custom, 'name', place),
    description: textField(custom, 'description', place),
    parameters: undefined,
    strict: undefined,
    custom: { format: objectField(custom, 'format', place) },
  }
}

type Choice = { choice: ToolChoice; allowed?: ReadonlySet<string> }

const readChoice = (body: JsonObject): Choice | undefined => {
  const key = body.tool_choice === undefined || body.tool_choice === null ? 'function_call' : 'tool_choice'
  const wish = body[key]
  if (wish === undefined || wish === null) return undefined
  if (isObject(wish)) return wish.type === 'allowed_tools' ? allowedTools(wish, key) : namedTool(wish, key)
  const kind = wish === 'any' ? 'required' : plainChoices.find((each) => each === wish)
  if (kind === undefined) throw new ProtocolError(key, 'must be "auto", "none", "required" or a named tool')
  return { choice: { kind } }
}

const plainChoices = ['auto', 'none', 'required'] as const

const namedTool = (wish: JsonObject, key: string): Choice => {
  const name = textAt(objectAt(wish, 'function') ?? objectAt(wish, 'custom') ?? wish, 'name')
  if (name === undefined) throw new ProtocolError(key, 'must name a tool')
  return { choice: { kind: 'named', name } }
}

const allowedTools = (wish: JsonObject, key: string): Choice => {
  const place = pathOf(key, 'allowed_tools')
  const allowed = objectField(wish, 'allowed_tools', key) ?? {}
  const names = objectsField(allowed, 'tools', place).flatMap(
    (tool) => textAt(objectAt(tool, 'function') ?? objectAt(tool, 'custom') ?? tool, 'name') ?? [],
  )
  return { choice: { kind: allowed.mode === 'required' ? 'required' : 'auto' }, allowed: new Set(names) }
}

const readWebSearch = (body: JsonObject): WebSearch | undefined => {
  const options = objectField(body, 'web_search_options')
  return options === undefined ? undefined : searchOf(options)
}

/** Where the searcher is comes nested in this dialect and flat in others: flat is the common form. */
const searchOf = (options: JsonObject): WebSearch => {
  const source = objectAt(options, 'parameters') ?? options
  const location = objectAt(source, 'user_location')
  const nested = objectAt(location, 'approximate')
  return {
    contextSize: textAt(source, 'search_context_size'),
    location: nested === undefined ? location : { type: 'approximate', ...nested },
  }
}
