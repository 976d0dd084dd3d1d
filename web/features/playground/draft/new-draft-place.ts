import { newId } from '../new-conversation.ts'
import { keyOf } from '../store.ts'

/**
 * Where a tab keeps what is written for a conversation that has not begun: each tab has a place of its own, which it
 * knows again when it is loaded again.
 */

const storageKey = (userId: number): string => `playground-new-draft-${userId}`

export const newDraftsOf = (userId: number): string => keyOf(userId, 'new/')

/** That of this tab, and whether it had one before. */
export const placeOfTab = (userId: number): { key: string; isKnown: boolean } => {
  const known = readTab(storageKey(userId))
  if (known?.startsWith(newDraftsOf(userId))) return { key: known, isKnown: true }
  return { key: takePlace(userId, freshPlace(userId)), isKnown: false }
}

export const freshPlace = (userId: number): string => `${newDraftsOf(userId)}${newId()}`

export const takePlace = (userId: number, key: string): string => {
  try {
    sessionStorage.setItem(storageKey(userId), key)
  } catch {
    // Then the tab finds it as another one would that was opened later.
  }
  return key
}

const readTab = (name: string): string | null => {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return null
  }
}
