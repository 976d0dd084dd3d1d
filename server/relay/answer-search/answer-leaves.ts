import { wordless } from '#protocols/answer-texts.ts'
import { isObject, type JsonObject } from '#protocols/json/json.ts'

/** A text within an answer, and where it goes on in the next event: what is written under the same place belongs together. */
export type Leaf = { place: string; text: string; replace: (text: string) => void }

/** No dialect says anything further in. */
const deepest = 64

/** What tells the parts of an answer apart of which an event is a piece. */
const marks = ['type', 'item_id', 'output_index', 'content_index', 'summary_index', 'index'] as const

/** Every text of an event, or of a whole answer, that somebody may read. */
export const leavesOf = (answer: unknown): Leaf[] => {
  const leaves: Leaf[] = []
  const collect = (value: unknown, place: string, replace: Leaf['replace'], depth: number): void => {
    if (typeof value === 'string') {
      if (value !== '') leaves.push({ place, text: value, replace })
    } else if (depth <= deepest && Array.isArray(value)) collectItems(value, place, depth)
    else if (depth <= deepest && isObject(value)) collectMembers(value, place, depth)
  }
  const collectItems = (items: unknown[], place: string, depth: number): void => {
    items.forEach((item, position) => {
      const replace = (text: string) => {
        items[position] = text
      }
      collect(item, `${place}.${indexOf(item) ?? position}`, replace, depth + 1)
    })
  }
  const collectMembers = (members: JsonObject, place: string, depth: number): void => {
    for (const name in members) {
      if (wordless.has(name)) continue
      const replace = (text: string) => {
        members[name] = text
      }
      collect(members[name], `${place}.${name}`, replace, depth + 1)
    }
  }
  collect(answer, isObject(answer) ? marks.map((mark) => answer[mark] ?? '').join('|') : '', () => {}, 0)
  return leaves
}

/** Choices and calls of tools say which of them they go on with. */
const indexOf = (item: unknown): number | undefined =>
  isObject(item) && typeof item.index === 'number' ? item.index : undefined
