import * as z from 'zod/mini'
import { type Attachment, attachment } from '../conversation.ts'
import { inTables, settled, type TableName } from '../kept-database.ts'
import { newId } from '../new-conversation.ts'
import type { Draft, DraftTable, KeptDraft } from './remembered-draft.ts'

const keptText = z.object({ text: z.string(), revision: z.string(), changedAt: z.number() })
const keptFiles = z.array(attachment)
const tables = ['drafts', 'draft-files'] as const

/** The files that are known to be kept: they are large, and are not written again with every word. */
const knownFiles = new Map<string, readonly Attachment[]>()

/** Drafts in the browser's database, the words apart from the files. */
export const draftTable: DraftTable = {
  find: (key) => inTables(tables, 'readonly', (table) => read(table, key)),
  keep: (key, draft, known) =>
    inTables(tables, 'readwrite', async (table) => {
      const kept = keptText.safeParse(await settled<unknown>(table('drafts').get(key)))
      if (kept.success && kept.data.revision !== known) {
        const found = await read(table, key)
        if (found !== undefined) return { found }
      }
      return { revision: await write(table, key, draft) }
    }),
}

type Tables = (name: TableName) => IDBObjectStore

const read = async (table: Tables, key: string): Promise<KeptDraft | undefined> => {
  const kept = keptText.safeParse(await settled<unknown>(table('drafts').get(key)))
  if (!kept.success) return undefined
  const files = keptFiles.safeParse(await settled<unknown>(table('draft-files').get(key)))
  const { text, revision } = kept.data
  const found = { text, revision, files: files.success ? files.data : [] }
  knownFiles.set(key, found.files)
  return found
}

const write = async (table: Tables, key: string, { text, files }: Draft): Promise<string> => {
  if (text === '' && files.length === 0) {
    knownFiles.delete(key)
    await Promise.all([settled(table('drafts').delete(key)), settled(table('draft-files').delete(key))])
    return ''
  }
  const revision = newId()
  await settled(table('drafts').put({ text, revision, changedAt: Date.now() }, key))
  if (knownFiles.get(key) !== files) await settled(table('draft-files').put(files, key))
  knownFiles.set(key, files)
  return revision
}

/** The keys of all that begin so, of what was changed last first. */
export const draftKeys = async (beginning: string): Promise<readonly string[]> => {
  const found = await inTables(['drafts'], 'readonly', async (table) => {
    const range = IDBKeyRange.bound(beginning, `${beginning}\uffff`)
    const [keys, values] = await Promise.all([
      settled(table('drafts').getAllKeys(range)),
      settled<unknown[]>(table('drafts').getAll(range)),
    ])
    return keys.map((key, place) => ({ key: String(key), kept: keptText.safeParse(values[place]) }))
  }).catch(() => [])
  return (found ?? [])
    .flatMap(({ key, kept }) => (kept.success ? [{ key, changedAt: kept.data.changedAt }] : []))
    .toSorted((one, other) => other.changedAt - one.changedAt)
    .map(({ key }) => key)
}
