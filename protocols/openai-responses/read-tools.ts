import type { ChatRequest, Tool, ToolChoice, WebSearch } from '../chat.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject } from '../json/json.ts'
import { flagField, listField, objectField, requiredText, textField } from './fields.ts'
import { groupedName } from './tool-names.ts'

type ReadTools = Pick<ChatRequest, 'tools' | 'toolChoice' | 'webSearch'>

/**
 * Reads the client's own tools and its wish for a web search. Other tools that the upstream would run itself are left
 * out, as a model may do without them; to demand one is refused.
 */
export const readTools = (body: JsonObject): ReadTools => {
  const tools: Tool[] = []
  let webSearch: WebSearch | undefined
  for (const [index, tool] of listField(body, 'tools').entries()) {
    const place = `tools[${index}]`
    if (!isObject(tool)) throw new ProtocolError(place, 'must be an object')
    const type = requiredText(tool, 'type', `${place}.type`)
    if (type.startsWith('web_search')) webSearch = readWebSearch(tool, place)
    else if (type === 'namespace') tools.push(...readGroup(tool, place))
    else tools.push(...readTool(tool, undefined, place))
  }
  const allowed = allowedTools(body.tool_choice)
  const toolChoice = readToolChoice(body.tool_choice)
  const kept = allowed === undefined ? tools : tools.filter((tool) => allowed.includes(tool.name))
  if (toolChoice?.kind === 'required' && kept.length === 0 && webSearch === undefined) {
    throw new ProtocolError('tool_choice', 'demands a tool that the model that was asked for does not have')
  }
  return { tools: kept, toolChoice, webSearch }
}

const readGroup = (group: JsonObject, place: string): Tool[] => {
  const name = requiredText(group, 'name', `${place}.name`)
  return listField(group, 'tools', `${place}.tools`).flatMap((tool, index) => {
    const at = `${place}.tools[${index}]`
    if (!isObject(tool)) throw new ProtocolError(at, 'must be an object')
    return readTool(tool, name, at)
  })
}

const readTool = (tool: JsonObject, namespace: string | undefined, place: string): Tool[] => {
  const isCustom = tool.type === 'custom'
  if (!isCustom && tool.type !== 'function') return []
  return [
    {
      name: groupedName(namespace, requiredText(tool, 'name', `${place}.name`)),
      description: textField(tool, 'description', `${place}.description`),
      parameters: isCustom ? undefined : objectField(tool, 'parameters', `${place}.parameters`),
      strict: isCustom ? undefined : flagField(tool, 'strict', `${place}.strict`),
      ...(isCustom ? { custom: { format: objectField(tool, 'format', `${place}.format`) } } : {}),
      ...(namespace === undefined ? {} : { namespace }),
    },
  ]
}

const readWebSearch = (tool: JsonObject, place: string): WebSearch => ({
  contextSize: textField(tool, 'search_context_size', `${place}.search_context_size`),
  location: objectField(tool, 'user_location', `${place}.user_location`),
})

const readToolChoice = (choice: unknown): ToolChoice | undefined => {
  switch (choice) {
    case undefined:
    case null:
      return undefined
    case 'auto':
    case 'none':
    case 'required':
      return { kind: choice }
  }
  if (!isObject(choice)) throw new ProtocolError('tool_choice', 'must be auto, none, required or an object')
  switch (choice.type) {
    case 'function':
    case 'custom': {
      const group = textField(choice, 'namespace', 'tool_choice.namespace')
      return { kind: 'named', name: groupedName(group, requiredText(choice, 'name', 'tool_choice.name')) }
    }
    case 'allowed_tools':
      return { kind: choice.mode === 'required' ? 'required' : 'auto' }
    default:
      throw new ProtocolError('tool_choice.type', 'names a tool that the model that was asked for does not have')
  }
}

/** Only the tools a choice allows are told: elsewhere there is no other way to forbid the rest. */
const allowedTools = (choice: unknown): string[] | undefined => {
  if (!isObject(choice) || choice.type !== 'allowed_tools') return undefined
  return listField(choice, 'tools', 'tool_choice.tools').flatMap((tool) =>
    isObject(tool) && typeof tool.name === 'string'
      ? [groupedName(typeof tool.namespace === 'string' ? tool.namespace : undefined, tool.name)]
      : [],
  )
}
