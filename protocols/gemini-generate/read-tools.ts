import type { Tool, ToolChoice, WebSearch } from '../chat.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject } from '../json/json.ts'
import { member, objectMember, objectsMember, snakeCase, textMember, textsMember } from './fields.ts'
import { toJsonSchema } from './read-schema.ts'

type ToolsOfRequest = { tools: Tool[]; toolChoice: ToolChoice | undefined; webSearch: WebSearch | undefined }

/** Tools that only search the web: every dialect has its own way to say so. */
const searches = ['googleSearch', 'googleSearchRetrieval', 'enterpriseWebSearch']
/** Helpers that a model can do without. */
const helpers = ['codeExecution', 'urlContext', 'googleMaps']
const knownTools = new Set(['functionDeclarations', ...searches, ...helpers].flatMap((name) => [name, snakeCase(name)]))

/** Reads the tools and which of them may be called: what is not allowed is not told at all. */
export const readTools = (body: JsonObject): ToolsOfRequest => {
  const declared: Tool[] = []
  let webSearch: WebSearch | undefined
  for (const [index, entry] of objectsMember(body, 'tools').entries()) {
    const place = `tools[${index}]`
    if (searches.some((name) => member(entry, name) !== undefined)) {
      webSearch = { contextSize: undefined, location: undefined }
    }
    refuseUnknown(entry, place)
    for (const [at, declaration] of objectsMember(entry, 'functionDeclarations', place).entries()) {
      declared.push(readDeclaration(declaration, `${place}.functionDeclarations[${at}]`))
    }
  }
  const config = objectMember(body, 'toolConfig') ?? {}
  const calling = objectMember(config, 'functionCallingConfig', 'toolConfig')
  return { ...chosen(declared, calling), webSearch }
}

/** Without the stores, servers or screens that such a tool works on the answer would mean something else. */
const refuseUnknown = (entry: JsonObject, place: string): void => {
  for (const name of Object.keys(entry)) {
    const isKnown = knownTools.has(name) || entry[name] === null
    if (!isKnown) throw new ProtocolError(`${place}.${name}`, 'is not known to this model')
  }
}

const readDeclaration = (declaration: JsonObject, place: string): Tool => {
  const name = textMember(declaration, 'name', place)
  if (name === undefined || name === '') throw new ProtocolError(`${place}.name`, 'must be a non-empty string')
  const parameters = member(declaration, 'parametersJsonSchema') ?? openParameters(declaration, place)
  return {
    name,
    description: textMember(declaration, 'description', place) || undefined,
    parameters: isObject(parameters) ? parameters : undefined,
    strict: undefined,
  }
}

const openParameters = (declaration: JsonObject, place: string): JsonObject | undefined => {
  const parameters = objectMember(declaration, 'parameters', place)
  return parameters === undefined ? undefined : toJsonSchema(parameters)
}

const chosen = (
  declared: Tool[],
  calling: JsonObject | undefined,
): { tools: Tool[]; toolChoice: ToolChoice | undefined } => {
  if (calling === undefined) return { tools: declared, toolChoice: undefined }
  const place = 'toolConfig.functionCallingConfig'
  const allowed = textsMember(calling, 'allowedFunctionNames', place)
  const tools = allowed.length === 0 ? declared : declared.filter((tool) => allowed.includes(tool.name))
  const mode = textMember(calling, 'mode', place)?.toUpperCase()
  switch (mode) {
    case undefined:
    case 'MODE_UNSPECIFIED':
      return { tools: declared, toolChoice: undefined }
    case 'AUTO':
      return { tools: declared, toolChoice: { kind: 'auto' } }
    case 'VALIDATED':
      return { tools, toolChoice: { kind: 'auto' } }
    case 'NONE':
      return { tools: declared, toolChoice: { kind: 'none' } }
    case 'ANY': {
      const [name, ...others] = allowed
      if (name !== undefined && others.length === 0) return { tools: declared, toolChoice: { kind: 'named', name } }
      return { tools, toolChoice: { kind: 'required' } }
    }
    default:
      throw new ProtocolError(`${place}.mode`, 'must be AUTO, ANY, NONE or VALIDATED')
  }
}
