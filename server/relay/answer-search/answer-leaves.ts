import { wordless } from '#protocols/answer-texts.ts'
import { isObject, type JsonObject } from '#protocols/json/json.ts'

/** A text within an answer, and where it goes on in the next event: what is written under the same place belongs together. */
export type Leaf = {
  place: string
  text: string
  /** Whether the next event may go on with it: a word may be cut there. */
  goesOn: boolean
  replace: (text: string) => void
}

/** Members whose text comes in pieces, in any dialect; all others are there as a whole. */
const inPieces = new Set([
  'content',
  'response',
  'text',
  'delta',
  'reasoning_content',
  'reasoning',
  'thinking',
  'partial_json',
  'arguments',
  'input',
  'refusal',
  'transcript',
  'summary',
  'data',
])

/** No dialect says anything further in. */
const deepest = 64

/** What tells the parts of an answer apart of which an event is a piece. */
const marks = ['type', 'item_id', 'output_index', 'content_index', 'summary_index', 'index'] as const

/** Every text of an event, or of a whole answer, that somebody may read. */
export const leavesOf = (answer: unknown): Leaf[] => {
  const leaves: Leaf[] = []
  const collect = (value: unknown, place: string, goesOn: boolean, replace: Leaf['replace'], depth: number): void => {
    if (typeof value === 'string') {
      if (value !== '') leaves.push({ place, text: value, goesOn, replace })
    } else if (depth <= deepest && Array.isArray(value)) collectItems(value, place, goesOn, depth)
    else if (depth <= deepest && isObject(value)) collectMembers(value, place, depth)
  }
  const collectItems = (items: unknown[], place: string, goesOn: boolean, depth: number): void => {
    items.forEach((item, position) => {
      const replace = (text: string) => {
        items[position] = text
      }
      collect(item, `${place}.${indexOf(item) ?? position}`, goesOn, replace, depth + 1)
    })
  }
  const collectMembers = (members: JsonObject, place: string, depth: number): void => {
    for (const name in members) {
      if (wordless.has(name)) continue
      const replace = (text: string) => {
        members[name] = text
      }
      collect(members[name], `${place}.${name}`, inPieces.has(name), replace, depth + 1)
    }
  }
  collect(answer, isObject(answer) ? marks.map((mark) => answer[mark] ?? '').join('|') : '', true, () => {}, 0)
  return leaves
}

/** Choices and calls of tools say which of them they go on with. */
const indexOf = (item: unknown): number | undefined =>
  isObject(item) && typeof item.index === 'number' ? item.index : undefined
