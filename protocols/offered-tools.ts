import type { SearchSize, ToolCalls, ToolKind } from '#pricing/usage.ts'
import { isObject } from './json/json.ts'

/** The tools a request offers that cost something by the call, each once, in whichever dialect it names them. */
export const offeredTools = (tools: unknown): ToolCalls | undefined => {
  let offered: ToolCalls | undefined
  for (const tool of toolsIn(tools)) {
    const kind = isObject(tool) ? kindOf(tool) : undefined
    if (kind !== undefined) offered = { ...offered, [kind]: 1 }
  }
  return offered
}

/** There are vendors who take a tool with no list around it for a list of one. */
export const toolsIn = (tools: unknown): readonly unknown[] => {
  if (Array.isArray(tools)) return tools
  return isObject(tools) ? [tools] : []
}

/** What a conversation with options for a search offers. */
export const offeredSearch = (options: unknown): ToolCalls | undefined =>
  isObject(options) ? { [`web_search${sizeEnding(options)}`]: 1 } : undefined

/** The size of the context that a request with such an offer asks its searches for. */
export const searchSizeOf = (offered: ToolCalls | undefined): SearchSize | undefined =>
  offered === undefined
    ? undefined
    : sizes.find(
        (size) => offered[`web_search_${size}`] !== undefined || offered[`web_search_preview_${size}`] !== undefined,
      )

/** Whether the search it offers is the older one, which has a price of its own. */
export const offersPreview = (offered: ToolCalls | undefined): boolean =>
  offered !== undefined && Object.keys(offered).some((tool) => tool.startsWith('web_search_preview'))

/** The same calls, with the searches among them told by their size: answers do not tell it. */
export const sizeSearches = (calls: ToolCalls, size: SearchSize | undefined): ToolCalls => {
  if (size === undefined) return calls
  const { web_search: searches, web_search_preview: previews, ...others } = calls
  return {
    ...(searches === undefined ? {} : { [`web_search_${size}`]: searches }),
    ...(previews === undefined ? {} : { [`web_search_preview_${size}`]: previews }),
    ...others,
  }
}

const sizes: readonly SearchSize[] = ['low', 'medium', 'high']

const kindOf = (tool: Record<string, unknown>): ToolKind | undefined => {
  const { type } = tool
  if (typeof type !== 'string') {
    return tool.googleSearch !== undefined || tool.google_search !== undefined ? 'google_search' : undefined
  }
  if (type.startsWith('web_search_preview')) return `web_search_preview${sizeEnding(tool)}`
  if (type.startsWith('web_search')) return `web_search${sizeEnding(tool)}`
  // A container that is there already was paid for when it was made.
  if (type === 'code_interpreter') return isObject(tool.container) ? type : undefined
  return type === 'file_search' || type === 'image_generation' ? type : undefined
}

const sizeEnding = ({ search_context_size: told }: Record<string, unknown>): `_${SearchSize}` | '' => {
  const size = sizes.find((each) => each === told)
  return size === undefined ? '' : `_${size}`
}
