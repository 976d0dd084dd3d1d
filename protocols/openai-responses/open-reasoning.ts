import type { OpenReasoning } from '../chat.ts'
import { isObject, type JsonObject, textAt } from '../json/json.ts'
import { withoutForeignSeals } from './seal.ts'

/**
 * Writes reasoning that nobody sealed, item by item. Who takes it in full demands an id of each and looks for none, so
 * it gets one of our making: an upstream's own would be looked for at an account that many share.
 */
export const writeOpenReasoning = (open: OpenReasoning): ((text: string) => JsonObject) => {
  if (open === 'summary') return (text) => ({ type: 'reasoning', summary: [{ type: 'summary_text', text }] })
  let count = 0
  return (text) => {
    count += 1
    return { type: 'reasoning', id: `rs_told_${count}`, summary: [], content: [{ type: 'reasoning_text', text }] }
  }
}

/** What an item of reasoning says openly, as text or as a summary. */
export const textOfReasoning = ({ summary, content }: JsonObject): string =>
  [summary, content]
    .flatMap((parts): unknown[] => (Array.isArray(parts) ? parts : []))
    .map((part) => textAt(part, 'text') ?? '')
    .filter((text) => text !== '')
    .join('\n\n')

/**
 * The input with the items of reasoning whose ids mean nothing told by their words alone, or left out where those would
 * be refused. Undefined where such an item has no words: then it can be told in no way.
 */
export const retellReasoning = (
  input: unknown,
  unknownIds: ReadonlySet<string>,
  open: OpenReasoning | undefined,
): unknown[] | undefined => {
  const items = withoutForeignSeals(input) ?? input
  if (!Array.isArray(items)) return undefined
  const write = open === undefined ? undefined : writeOpenReasoning(open)
  const told: unknown[] = []
  for (const item of items) {
    if (!isObject(item) || item.type !== 'reasoning' || !unknownIds.has(textAt(item, 'id') ?? '')) {
      told.push(item)
      continue
    }
    const text = textOfReasoning(item)
    if (text === '') return undefined
    if (write !== undefined) told.push(write(text))
  }
  return told
}
