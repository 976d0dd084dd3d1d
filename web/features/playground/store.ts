import type { Conversation } from './conversation.ts'
import { readConversation } from './kept-conversations.ts'
import { inTables, settled } from './kept-database.ts'
import { mergedConversation } from './merged-conversation.ts'

/**
 * Where this browser keeps conversations, each under its user and id. Where it may not keep anything they last as long
 * as the page.
 */

const inMemory = new Map<string, Conversation>()

/** Beside what another tab asked in it meanwhile. */
export const keepConversation = async (userId: number, own: Conversation): Promise<void> => {
  const key = keyOf(userId, own.id)
  inMemory.set(key, own)
  await inTables(['conversations'], 'readwrite', async (tables) => {
    const table = tables('conversations')
    const kept = readConversation(await settled<unknown>(table.get(key)))
    await settled(table.put(kept === undefined ? own : mergedConversation(kept, own), key))
  })
}

/** With what was begun to be written in them. */
export const forgetConversations = async (userId: number, ids: readonly string[]): Promise<void> => {
  for (const id of ids) {
    const key = keyOf(userId, id)
    inMemory.delete(key)
    await inTables(['conversations', 'drafts', 'draft-files'], 'readwrite', (table) =>
      Promise.all([
        settled(table('conversations').delete(key)),
        settled(table('drafts').delete(key)),
        settled(table('draft-files').delete(key)),
      ]),
    )
  }
}

/** All of a user, in no order. */
export const listConversations = async (userId: number): Promise<readonly Conversation[]> => {
  const [from, to] = [keyOf(userId, ''), keyOf(userId, '\uffff')]
  const stored = await inTable<unknown[]>((table) => table.getAll(IDBKeyRange.bound(from, to)))
  const values = stored ?? [...inMemory].flatMap(([key, value]) => (key.startsWith(from) ? [value] : []))
  return values.map(readConversation).filter((each) => each !== undefined)
}

export const findConversation = async (userId: number, id: string): Promise<Conversation | undefined> => {
  const key = keyOf(userId, id)
  return readConversation((await inTable<unknown>((table) => table.get(key))) ?? inMemory.get(key))
}

/** What is kept of a conversation stands under this, whatever it is. */
export const keyOf = (userId: number, id: string): string => `${userId}/${id}`

const inTable = <Result>(read: (table: IDBObjectStore) => IDBRequest<Result>): Promise<Result | undefined> =>
  inTables(['conversations'], 'readonly', (table) => settled(read(table('conversations'))))
