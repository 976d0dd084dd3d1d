import type { Conversation } from './conversation.ts'
import { readConversation } from './kept-conversations.ts'

/**
 * Where this browser keeps conversations, each under its user and id. Where it may not keep anything they last as long
 * as the page.
 */

const databaseName = 'playground'
const tableName = 'conversations'
/** Raised with a step in `upgrade` when tables change; the shape of a conversation has its own version. */
const databaseVersion = 1

let opening: Promise<IDBDatabase | undefined> | undefined
const inMemory = new Map<string, Conversation>()

export const keepConversation = async (userId: number, kept: Conversation): Promise<void> => {
  const key = keyOf(userId, kept.id)
  inMemory.set(key, kept)
  await inTable('readwrite', (table) => table.put(kept, key))
}

export const forgetConversations = async (userId: number, ids: readonly string[]): Promise<void> => {
  for (const id of ids) {
    inMemory.delete(keyOf(userId, id))
    await inTable('readwrite', (table) => table.delete(keyOf(userId, id)))
  }
}

/** All of a user, in no order. */
export const listConversations = async (userId: number): Promise<readonly Conversation[]> => {
  const [from, to] = [keyOf(userId, ''), keyOf(userId, '\uffff')]
  const stored = await inTable<unknown[]>('readonly', (table) => table.getAll(IDBKeyRange.bound(from, to)))
  const values = stored ?? [...inMemory].flatMap(([key, value]) => (key.startsWith(from) ? [value] : []))
  return values.map(readConversation).filter((each) => each !== undefined)
}

export const findConversation = async (userId: number, id: string): Promise<Conversation | undefined> => {
  const key = keyOf(userId, id)
  return readConversation((await inTable<unknown>('readonly', (table) => table.get(key))) ?? inMemory.get(key))
}

/** Whether what is kept outlasts the page. */
export const keepsConversations = async (): Promise<boolean> => (await database()) !== undefined

const keyOf = (userId: number, id: string): string => `${userId}/${id}`

const inTable = async <Result>(
  mode: IDBTransactionMode,
  work: (table: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined> => {
  const opened = await database()
  if (opened === undefined) return undefined
  return settled(work(opened.transaction(tableName, mode).objectStore(tableName)))
}

const database = (): Promise<IDBDatabase | undefined> => {
  opening ??= open()
  return opening
}

/** Undefined where the browser has none, or forbids it. */
const open = async (): Promise<IDBDatabase | undefined> => {
  if (!('indexedDB' in globalThis)) return undefined
  try {
    const request = indexedDB.open(databaseName, databaseVersion)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(tableName))
    const opened = await settled(request)
    // Another tab with a newer console changes the tables: this one lets go of them.
    opened.addEventListener('versionchange', () => {
      opened.close()
      opening = undefined
    })
    return opened
  } catch {
    return undefined
  }
}

const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
