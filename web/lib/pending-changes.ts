import { createStore, useStore } from './store.ts'

/** Changes a row that it is about, and answers any other as it is. */
export type RowChange = (row: unknown) => unknown

/** A change that is shown before the server has said anything of it: it lies over whatever rows arrive. */
type PendingChange = { resource: string; change: RowChange }

/** Rows that were asked for, and what was accepted since: they may not know of it. */
type Reading = { resource: string; missed: RowChange[] }

const pendingStore = createStore<readonly PendingChange[]>([])
const readings = new Set<Reading>()

/** What becomes of a change that is shown: each takes only itself away. `accepted` is what stays, where not all of it does. */
export type ShownChange = { accept: (accepted?: RowChange) => void; refuse: () => void }

/** `keep` puts what was accepted into the rows that are here. */
export const showChange = (
  resource: string,
  change: RowChange,
  keep: (resource: string, change: RowChange) => void,
): ShownChange => {
  const pending: PendingChange = { resource, change }
  const hide = () => pendingStore.set(pendingStore.get().filter((each) => each !== pending))
  pendingStore.set([...pendingStore.get(), pending])
  return {
    accept: (accepted = change) => {
      for (const reading of readings) if (reading.resource === resource) reading.missed.push(accepted)
      keep(resource, accepted)
      hide()
    },
    refuse: hide,
  }
}

export const forgetChanges = (): void => pendingStore.set([])

/** Asks for rows, and changes them by what was accepted while they were on their way. */
export const readRows = async <Data>(resource: string, read: () => Promise<Data>): Promise<Data> => {
  const reading: Reading = { resource, missed: [] }
  readings.add(reading)
  try {
    return reading.missed.reduce((data, change) => withRows(data, change), await read())
  } finally {
    readings.delete(reading)
  }
}

export const usePendingChanges = (): readonly PendingChange[] => useStore(pendingStore)

/** A row with the changes that are pending for its resource. */
export const changedRow = (row: unknown, resource: string, pending: readonly PendingChange[]): unknown =>
  pending.reduce((last, { resource: of, change }) => (of === resource ? change(last) : last), row)

/** The same answer with its rows changed, be it a list, a page of one, or a row alone. */
export const withRows = <Data>(data: Data, change: RowChange): Data => {
  // seam: the rows keep their kind
  if (Array.isArray(data)) return data.map((row) => withChildren(row, change)) as Data
  if (isPage(data)) return { ...data, items: data.items.map((row) => withChildren(row, change)) }
  return isRow(data) ? (change(data) as Data) : data // seam: as above
}

/** A row that stands for several has them below it. It stays the very same where none of them changes. */
const withChildren = (row: unknown, change: RowChange): unknown => {
  const changed = change(row)
  if (typeof changed !== 'object' || changed === null || !('children' in changed)) return changed
  const { children } = changed
  if (!Array.isArray(children)) return changed
  const next = children.map(change)
  return next.every((child, index) => child === children[index]) ? changed : { ...changed, children: next }
}

const isRow = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'id' in data && typeof data.id === 'number'

const isPage = (data: unknown): data is { items: unknown[] } =>
  typeof data === 'object' && data !== null && 'items' in data && Array.isArray(data.items)
