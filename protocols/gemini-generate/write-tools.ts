import type { ChatRequest, Tool, ToolChoice } from '../chat.ts'
import type { JsonObject } from '../json/json.ts'
import { withoutUndefined } from './fields.ts'
import { isThirdGeneration } from './models.ts'
import { cleanSchema, plainSchema } from './schema.ts'

/** Functions of these names are switches: they stand for tools that run at Google. */
const builtIn = new Set(['googleSearch', 'codeExecution', 'urlContext'])

/** The parameter that holds the free text of a tool which takes no object. */
export const freeText = 'input'

export const writeTools = (request: ChatRequest, model: string): { tools?: JsonObject[]; toolConfig?: JsonObject } => {
  const names = new Set(request.tools.map((tool) => tool.name).filter((name) => builtIn.has(name)))
  const functions = request.tools.filter((tool) => !builtIn.has(tool.name))
  // Older models take no function beside it, and it is the functions that an agent cannot do without.
  const maySearch = functions.length === 0 || isThirdGeneration(model)
  if (request.webSearch !== undefined && maySearch) names.add('googleSearch')
  const tools: JsonObject[] = [...names].map((name) => ({ [name]: {} }))
  if (functions.length > 0) tools.unshift({ functionDeclarations: functions.map(writeDeclaration) })
  if (tools.length === 0) return {}

  // Both kinds at once: newer models only, and only when they are told to show what ran at Google.
  const isMixed = functions.length > 0 && names.size > 0 && isThirdGeneration(model)
  const toolConfig = withoutUndefined({
    functionCallingConfig: functions.length === 0 ? undefined : writeChoice(request.toolChoice, functions, isMixed),
    includeServerSideToolInvocations: isMixed ? true : undefined,
  })
  return Object.keys(toolConfig).length === 0 ? { tools } : { tools, toolConfig }
}

const writeDeclaration = (tool: Tool): JsonObject => {
  const { name, description } = tool
  if (tool.custom !== undefined) {
    const parameters = { type: 'OBJECT', properties: { [freeText]: { type: 'STRING' } }, required: [freeText] }
    return withoutUndefined({ name, description, parameters })
  }
  return withoutUndefined({ name, description, ...writeParameters(tool.parameters) })
}

const writeParameters = (schema: JsonObject | undefined): JsonObject => {
  if (schema === undefined || Object.keys(schema).length === 0) return {}
  const cleaned = cleanSchema(schema)
  if (cleaned === undefined) return { parametersJsonSchema: plainSchema(schema) }
  const hasNone = cleaned.type === 'OBJECT' && cleaned.properties === undefined
  return hasNone ? {} : { parameters: cleaned }
}

const writeChoice = (
  choice: ToolChoice | undefined,
  functions: readonly Tool[],
  isMixed: boolean,
): JsonObject | undefined => {
  switch (choice?.kind) {
    case 'none':
      return { mode: 'NONE' }
    case 'required':
      return { mode: 'ANY' }
    case 'named':
      return { mode: 'ANY', allowedFunctionNames: [choice.name] }
    default: {
      if (isMixed || functions.some((tool) => tool.strict === true)) return { mode: 'VALIDATED' }
      return choice === undefined ? undefined : { mode: 'AUTO' }
    }
  }
}
