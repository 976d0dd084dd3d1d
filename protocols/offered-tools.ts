import { isObject } from './json.ts'
import type { ToolCalls, ToolKind } from './usage.ts'

/** The tools a request offers that cost something by the call, each once, in whichever dialect it names them. */
export const offeredTools = (tools: unknown): ToolCalls | undefined => {
  if (!Array.isArray(tools)) return undefined
  let offered: ToolCalls | undefined
  for (const tool of tools) {
    const kind = isObject(tool) ? kindOf(tool) : undefined
    if (kind !== undefined) offered = { ...offered, [kind]: 1 }
  }
  return offered
}

/** What a conversation with options for a search offers. */
export const oneSearch: ToolCalls = { web_search: 1 }

const kindOf = (tool: Record<string, unknown>): ToolKind | undefined => {
  const { type } = tool
  if (typeof type !== 'string') {
    return tool.googleSearch !== undefined || tool.google_search !== undefined ? 'google_search' : undefined
  }
  if (type.startsWith('web_search_preview')) return 'web_search_preview'
  if (type.startsWith('web_search')) return 'web_search'
  return type === 'file_search' || type === 'image_generation' ? type : undefined
}
