import type { Conversation } from './conversation.ts'
import { readConversation } from './kept-conversations.ts'
import { inTables, settled } from './kept-database.ts'
import { inMemory, inTable, keyOf, whole } from './store.ts'

/** All conversations of a user, as they are looked over. */

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
  const stored = (await inTable<unknown[]>((table) => table.getAll(IDBKeyRange.bound(from, to)))) ?? []
  const own = [...inMemory].flatMap(([key, value]) => (key.startsWith(from) ? [value] : []))
  const all = new Map<string, Conversation>()
  for (const each of [...stored, ...own].map(readConversation)) {
    if (each !== undefined) all.set(each.id, whole(all.get(each.id), each) ?? each)
  }
  return [...all.values()]
}
