import { onIdentityChange } from '../../lib/session.ts'
import { createStore } from '../../lib/store.ts'
import type { Attachment } from './conversation.ts'

type Draft = { text: string; files: readonly Attachment[] }

const nothing: Draft = { text: '', files: [] }

/** What is being written: it stays while other pages are looked at. */
export const draftStore = createStore<Draft>(nothing)

export const clearDraft = (): void => draftStore.set(nothing)

export const writeDraft = (change: Partial<Draft>): void => draftStore.set({ ...draftStore.get(), ...change })

export const addToDraft = (files: readonly Attachment[]): void =>
  writeDraft({ files: [...draftStore.get().files, ...files] })

onIdentityChange(clearDraft)
