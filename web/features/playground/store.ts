import type { Conversation } from './conversation.ts'
import { readConversation } from './kept-conversations.ts'
import { inTables, settled } from './kept-database.ts'
import { mergedConversation } from './merged-conversation.ts'

/**
 * Where this browser keeps conversations, each under its user and id. What it does not keep, because it may not or is
 * full, lasts as long as the page.
 */

/** What the browser has not kept, or not yet. */
export const inMemory = new Map<string, Conversation>()

/** Beside what another tab asked in it meanwhile. Answers whether the browser keeps anything. */
export const keepConversation = async (userId: number, own: Conversation): Promise<boolean> => {
  const key = keyOf(userId, own.id)
  inMemory.set(key, own)
  const isKept = await inTables(['conversations'], 'readwrite', async (tables) => {
    const table = tables('conversations')
    await settled(table.put(whole(readConversation(await settled<unknown>(table.get(key))), own), key))
    return true
  })
  // What came after it has its own turn.
  if (isKept && inMemory.get(key) === own) inMemory.delete(key)
  return isKept ?? false
}

/** What is kept, with what is in memory alone. */
export const whole = (kept: Conversation | undefined, own: Conversation | undefined): Conversation | undefined =>
  kept && own ? mergedConversation(kept, own) : (own ?? kept)

export const findConversation = async (userId: number, id: string): Promise<Conversation | undefined> => {
  const key = keyOf(userId, id)
  // What cannot be read does not stop what is in memory.
  const stored = await inTable<unknown>((table) => table.get(key)).catch(() => undefined)
  return readConversation(whole(readConversation(stored), inMemory.get(key)))
}

/** What is kept of a conversation stands under this, whatever it is. */
export const keyOf = (userId: number, id: string): string => `${userId}/${id}`

export const inTable = <Result>(read: (table: IDBObjectStore) => IDBRequest<Result>): Promise<Result | undefined> =>
  inTables(['conversations'], 'readonly', (table) => settled(read(table('conversations'))))
