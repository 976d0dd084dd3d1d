import { useMemo, useState } from 'react'

/** The selected rows of a table, by id. */
export type Selection = {
  ids: ReadonlySet<string>
  toggle(id: string, selected: boolean): void
  toggleAll(ids: readonly string[], selected: boolean): void
  clear(): void
}

/** It ends with what it was made in: `scope` names what narrows the table. */
export const useSelection = (scope = ''): Selection => {
  const [state, setState] = useState<{ scope: string; ids: ReadonlySet<string> }>({ scope, ids: none })
  return useMemo(() => {
    const ids = state.scope === scope ? state.ids : none
    const become = (next: (old: ReadonlySet<string>) => ReadonlySet<string>) =>
      setState((old) => ({ scope, ids: next(old.scope === scope ? old.ids : none) }))
    return {
      ids,
      toggle: (id, selected) => become((old) => withIds(old, [id], selected)),
      toggleAll: (all, selected) => become((old) => withIds(old, all, selected)),
      clear: () => become(() => none),
    }
  }, [state, scope])
}

const none: ReadonlySet<string> = new Set()

const withIds = (old: ReadonlySet<string>, ids: readonly string[], selected: boolean): ReadonlySet<string> => {
  const next = new Set(old)
  for (const id of ids) {
    if (selected) next.add(id)
    else next.delete(id)
  }
  return next
}
