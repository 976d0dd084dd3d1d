import { useEffect, useRef } from 'react'
import { createStore } from './store.ts'

/** Something the command palette can do: `useCommand({ id: 'token-create', label: t('createToken'), run })` on a page. */
export type Command = { id: string; label: string; run: () => void }

export const commandStore = createStore<readonly Command[]>([])

export const useCommand = ({ id, label, run }: Command): void => {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    const command = { id, label, run: () => latest.current() }
    commandStore.set([...commandStore.get(), command])
    return () => commandStore.set(commandStore.get().filter((other) => other !== command))
  }, [id, label])
}
