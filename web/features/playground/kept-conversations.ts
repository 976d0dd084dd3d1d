import * as z from 'zod/mini'
import { type Conversation, conversation, pathOf, withoutRunning } from './conversation.ts'

/** What of conversations leaves memory: as the browser keeps them, and as a file. */

/** Raised when what is kept changes its shape; an older shape is then read into the newer one here. */
const version = 1

const keptFile = z.object({
  format: z.literal('playground-conversations'),
  version: z.literal(version),
  conversations: z.array(z.unknown()),
})

/** What was kept, or came in a file, is input like any other: what does not fit is left out. */
export const readConversation = (value: unknown): Conversation | undefined => {
  const parsed = conversation.safeParse(value)
  if (!parsed.success || !isTree(parsed.data)) return undefined
  return withoutRunning(parsed.data)
}

/** Every turn follows one that stands before it, so that no path can go round. */
const isTree = ({ turns }: Conversation): boolean => {
  const seen = new Set<string>()
  return turns.every(({ id, parent }) => {
    const fits = !seen.has(id) && (parent === null || seen.has(parent))
    seen.add(id)
    return fits
  })
}

export const exportText = (conversations: readonly Conversation[]): string =>
  JSON.stringify({ format: 'playground-conversations', version, conversations }, null, 2)

export type Imported = { ok: true; conversations: Conversation[]; leftOut: number } | { ok: false }

export const importText = (text: string): Imported => {
  const file = keptFile.safeParse(parsedJson(text))
  if (!file.success) return { ok: false }
  const read = file.data.conversations.map(readConversation)
  const conversations = read.filter((each) => each !== undefined)
  return { ok: true, conversations, leftOut: read.length - conversations.length }
}

/** Those with all words of a search in what is shown of them, newest first. */
export const findConversations = (conversations: readonly Conversation[], search: string): readonly Conversation[] => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return conversations
    .filter((each) => {
      const text = words.length === 0 ? '' : searchedText(each)
      return words.every((word) => text.includes(word))
    })
    .toSorted((one, other) => other.changedAt - one.changedAt)
}

const searchedText = (whole: Conversation): string =>
  [
    whole.title,
    ...whole.sides.map(({ model }) => model),
    ...pathOf(whole).flatMap(({ question, answers }) => [
      question.kind === 'text' ? question.text : '',
      ...Object.values(answers).map(({ text }) => text),
    ]),
  ]
    .join('\n')
    .toLowerCase()

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
