import { onSessionExpired } from './session.ts'
import { createStore, useStore } from './store.ts'

type Asked = { answer(proved: boolean): void }

const proofStore = createStore<Asked | null>(null)
let pending: Promise<boolean> | undefined

/** Has the user show that it is him. Calls that ask for it at the same time share one question. */
export const askForProof = (): Promise<boolean> => {
  pending ??= new Promise((resolve) => {
    proofStore.set({
      answer: (proved) => {
        pending = undefined
        proofStore.set(null)
        resolve(proved)
      },
    })
  })
  return pending
}

onSessionExpired(() => proofStore.get()?.answer(false))

export const useProofAsked = (): Asked | null => useStore(proofStore)
