import * as z from 'zod/mini'
import { amount, tableOf } from './option-fields.ts'

/** Tools that upstreams run themselves and charge by the call. Pictures are told by their quality where it is known. */
export const toolKinds = [
  'web_search',
  'web_search_preview',
  'google_search',
  'file_search',
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

/** What each tool costs with a model: its own price comes first, then the longest prefix; without any it is free. */
export const toolPricesOf = (table: Readonly<Record<string, number>>, model: string): Record<ToolKind, number> => {
  const prices = {
    web_search: 0,
    web_search_preview: 0,
    google_search: 0,
    file_search: 0,
    image_generation: 0,
    image_generation_low: 0,
    image_generation_medium: 0,
    image_generation_high: 0,
  }
  for (const kind of toolKinds) prices[kind] = priceOf(table, kind, model)
  return prices
}

const priceOf = (table: Readonly<Record<string, number>>, kind: ToolKind, model: string): number => {
  const own = `${kind}:${model}`
  const exact = table[own]
  if (exact !== undefined) return exact
  let [longest, price] = [0, table[kind] ?? 0]
  for (const [name, entry] of Object.entries(table)) {
    if (!name.endsWith('*') || name.length <= longest || !own.startsWith(name.slice(0, -1))) continue
    longest = name.length
    price = entry
  }
  return price
}
