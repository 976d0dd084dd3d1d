import type { ChatRequest, Tool, WebSearch } from '../chat.ts'
import { isObject, type JsonObject } from '../json/json.ts'
import { withoutUndefined } from './fields.ts'

export const writeTools = ({ tools, webSearch, modalities }: ChatRequest): JsonObject[] => [
  ...tools.map(writeTool),
  ...(webSearch === undefined ? [] : [writeWebSearch(webSearch)]),
  ...(modalities.includes('image') ? [{ type: 'image_generation' }] : []),
]

export const writeToolChoice = ({ tools, toolChoice }: ChatRequest): unknown => {
  if (toolChoice === undefined) return undefined
  if (toolChoice.kind !== 'named') return toolChoice.kind
  const isCustom = tools.some((tool) => tool.name === toolChoice.name && tool.custom !== undefined)
  return { type: isCustom ? 'custom' : 'function', name: toolChoice.name }
}

const writeTool = ({ name, description, parameters, strict, custom }: Tool): JsonObject =>
  custom === undefined
    ? withoutUndefined({
        type: 'function',
        name,
        description,
        parameters: parameters ?? emptyParameters,
        // Left out, it would mean strict here, which most schemas written for other dialects are not fit for.
        strict: strict ?? false,
      })
    : withoutUndefined({ type: 'custom', name, description, format: writeGrammar(custom.format) })

const emptyParameters = { type: 'object', properties: {} }

/** Chat keeps a grammar one level deeper. */
const writeGrammar = (format: JsonObject | undefined): JsonObject | undefined =>
  isObject(format?.grammar) ? { type: 'grammar', ...format.grammar } : format

const writeWebSearch = ({ contextSize, location }: WebSearch): JsonObject =>
  withoutUndefined({
    type: 'web_search',
    search_context_size: contextSize,
    user_location: isObject(location?.approximate) ? { type: 'approximate', ...location.approximate } : location,
  })
