/**
 * The browser's database of the playground. Undefined wherever the browser has none, or forbids it: what is kept then
 * lasts as long as the page.
 */

const databaseName = 'playground'
/** Raised with what is new in `tableNames`; what is kept in a table has its own version. */
const databaseVersion = 2
const tableNames = ['conversations', 'drafts', 'draft-files'] as const
export type TableName = (typeof tableNames)[number]

let opening: Promise<IDBDatabase | undefined> | undefined

/** Does all of it or nothing, and ends when the browser has it. */
export const inTables = async <Result>(
  names: readonly TableName[],
  mode: IDBTransactionMode,
  work: (table: (name: TableName) => IDBObjectStore) => Promise<Result>,
): Promise<Result | undefined> => {
  const opened = await database()
  if (opened === undefined) return undefined
  const transaction = opened.transaction(names, mode)
  const done = ended(transaction)
  const [result] = await Promise.all([work((name) => transaction.objectStore(name)), done])
  return result
}

/** Whether what is kept outlasts the page. */
export const keepsData = async (): Promise<boolean> => (await database()) !== undefined

const database = (): Promise<IDBDatabase | undefined> => {
  opening ??= open()
  return opening
}

const open = async (): Promise<IDBDatabase | undefined> => {
  if (!('indexedDB' in globalThis)) return undefined
  try {
    const request = indexedDB.open(databaseName, databaseVersion)
    request.addEventListener('upgradeneeded', () => {
      const { result } = request
      for (const name of tableNames) if (!result.objectStoreNames.contains(name)) result.createObjectStore(name)
    })
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

export const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })

const ended = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error))
  })
