import * as z from 'zod/mini'
import { amount } from './fields.ts'
import { tableOf } from './option-fields.ts'

/**
 * Tools that upstreams run themselves and charge by the call. Searches are told by the size of the context that was asked
 * for, pictures by their quality, where it is known.
 */
export const toolKinds = [
  'web_search',
  'web_search_low',
  'web_search_medium',
  'web_search_high',
  'web_search_preview',
  'web_search_preview_low',
  'web_search_preview_medium',
  'web_search_preview_high',
  'google_search',
  'file_search',
  'code_interpreter',
  'image_generation',
  'image_generation_low',
  'image_generation_medium',
  'image_generation_high',
] as const

type ToolKind = (typeof toolKinds)[number]

/** A tool's name, alone or with the model it is run by: `tool:model`, or `tool:prefix*` for all that begin alike. */
const toolName = z
  .string()
  .check(z.maxLength(320), z.regex(new RegExp(`^(?:${toolKinds.join('|')})(?::[^\\s*]+\\*?)?$`), 'not_tool_name'))

/** Dollars for a thousand calls. */
export const toolPriceTable = tableOf(toolName, amount)

/**
 * What each tool costs with a model: its own price comes first, then the longest prefix; without any it is free. A search
 * of some size that has no price of its own costs what one of no size does.
 */
export const toolPricesOf = (table: Readonly<Record<string, number>>, model: string): Record<ToolKind, number> => {
  const search = priceOf(table, 'web_search', model) ?? 0
  const preview = priceOf(table, 'web_search_preview', model) ?? 0
  return {
    web_search: search,
    web_search_low: priceOf(table, 'web_search_low', model) ?? search,
    web_search_medium: priceOf(table, 'web_search_medium', model) ?? search,
    web_search_high: priceOf(table, 'web_search_high', model) ?? search,
    web_search_preview: preview,
    web_search_preview_low: priceOf(table, 'web_search_preview_low', model) ?? preview,
    web_search_preview_medium: priceOf(table, 'web_search_preview_medium', model) ?? preview,
    web_search_preview_high: priceOf(table, 'web_search_preview_high', model) ?? preview,
    google_search: priceOf(table, 'google_search', model) ?? 0,
    file_search: priceOf(table, 'file_search', model) ?? 0,
    code_interpreter: priceOf(table, 'code_interpreter', model) ?? 0,
    image_generation: priceOf(table, 'image_generation', model) ?? 0,
    image_generation_low: priceOf(table, 'image_generation_low', model) ?? 0,
    image_generation_medium: priceOf(table, 'image_generation_medium', model) ?? 0,
    image_generation_high: priceOf(table, 'image_generation_high', model) ?? 0,
  }
}

const priceOf = (table: Readonly<Record<string, number>>, kind: ToolKind, model: string): number | undefined => {
  const own = `${kind}:${model}`
  const exact = table[own]
  if (exact !== undefined) return exact
  let [longest, price] = [0, table[kind]]
  for (const [name, entry] of Object.entries(table)) {
    if (!name.endsWith('*') || name.length <= longest || !own.startsWith(name.slice(0, -1))) continue
    longest = name.length
    price = entry
  }
  return price
}
