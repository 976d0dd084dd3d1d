import { useMemo, useState } from 'react'

/** The selected rows of a table, by id. */
export type Selection = {
  ids: ReadonlySet<string>
  toggle(id: string, selected: boolean): void
  toggleAll(ids: readonly string[], selected: boolean): void
  clear(): void
}

export const useSelection = (): Selection => {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  return useMemo(
    () => ({
      ids,
      toggle: (id, selected) => setIds((old) => withIds(old, [id], selected)),
      toggleAll: (all, selected) => setIds((old) => withIds(old, all, selected)),
      clear: () => setIds(new Set()),
    }),
    [ids],
  )
}

const withIds = (old: ReadonlySet<string>, ids: readonly string[], selected: boolean): ReadonlySet<string> => {
  const next = new Set(old)
  for (const id of ids) {
    if (selected) next.add(id)
    else next.delete(id)
  }
  return next
}
