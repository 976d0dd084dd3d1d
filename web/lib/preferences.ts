import * as z from 'zod/mini'
import { isLanguage, type Language } from '#contract/languages.ts'
import { readLocal, readLocalJson, writeLocal } from './local-storage.ts'
import { createStore, type Store } from './store.ts'

export const pageSizes = [10, 20, 50, 100] as const
export const usualPageSize = 10
export type Scheme = 'light' | 'dark'

/** Rows per page, for every table. */
export const pageSizePreference = preference<number>('page-size', {
  read: (text) => pageSizes.find((size) => String(size) === text) ?? usualPageSize,
  write: String,
})

/** Absent means: as the operating system says. */
export const schemePreference = preference<Scheme | null>('theme-mode', {
  read: (text) => (text === 'light' || text === 'dark' ? text : null),
  write: (scheme) => scheme,
})

export const languagePreference = preference<Language | null>('language', {
  read: (text) => (text !== null && isLanguage(text) ? text : null),
  write: (language) => language,
})

/** The user's own choice; absent means the default that the status sets. */
export const sidebarPreference = preference<boolean | null>('sidebar-collapsed', {
  read: (text) => (text === null ? null : text === 'true'),
  write: (collapsed) => (collapsed === null ? null : String(collapsed)),
})

/** A JSON preference of one screen, such as visible columns: `jsonPreference('logs-table-columns', schema, [])`. */
export const jsonPreference = <Schema extends z.ZodMiniType>(
  key: string,
  schema: Schema,
  fallback: z.output<Schema>,
): Store<z.output<Schema>> => {
  const store = createStore<z.output<Schema>>(readLocalJson(key, schema) ?? fallback)
  return {
    ...store,
    set: (value) => {
      writeLocal(key, JSON.stringify(value))
      store.set(value)
    },
  }
}

type TableLook = { hidden: Store<string[]>; dense: Store<boolean> }
const tableLooks = new Map<string, TableLook>()

/** The ids of the hidden columns of one table, and whether its rows are low: one store for all who ask. */
export const tableLook = (key: string, first: { hidden?: readonly string[]; dense?: boolean } = {}): TableLook => {
  const known = tableLooks.get(key)
  if (known) return known
  const look = {
    hidden: jsonPreference(key, z.array(z.string()), [...(first.hidden ?? [])]),
    dense: jsonPreference(`${key}-dense`, z.boolean(), first.dense ?? false),
  }
  tableLooks.set(key, look)
  return look
}

function preference<Value>(
  key: string,
  format: { read(text: string | null): Value; write(value: Value): string | null },
): Store<Value> {
  const store = createStore(format.read(readLocal(key)))
  addEventListener('storage', (event) => {
    if (event.key === key) store.set(format.read(event.newValue))
  })
  return {
    ...store,
    set: (value) => {
      writeLocal(key, format.write(value))
      store.set(value)
    },
  }
}
