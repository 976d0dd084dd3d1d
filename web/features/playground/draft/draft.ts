import { currentLanguage, textIn } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { currentUser, onIdentityChange } from '../../../lib/session.ts'
import type { Attachment } from '../conversation.ts'
import { keyOf } from '../store.ts'
import { openStore } from '../workbench.ts'
import { draftKeys, draftTable } from './draft-table.ts'
import { freshPlace, newDraftsOf, placeOfTab, takePlace } from './new-draft-place.ts'
import { createOtherTabs } from './other-tabs.ts'
import { createRememberedDraft } from './remembered-draft.ts'

/**
 * What is being written in the conversation that is open: it outlives the page and the tab. What is written before the
 * first question stands in a place of the tab's own, so that two of them can begin two conversations.
 */

const userId = (): number => currentUser()?.id ?? 0

let place = placeOfTab(userId())

const openKey = (): string => {
  const { id, turns } = openStore.get()
  return turns.length > 0 ? keyOf(userId(), id) : place.key
}

const tabs = createOtherTabs({ holds: (key) => key === place.key, onChanged: (key) => remembered.lookAgain(key) })

const remembered = createRememberedDraft(
  {
    table: draftTable,
    tell: tabs.tell,
    onJoined: () => void textIn('playground', currentLanguage()).then((t) => notify.info(t('draftsJoined'))),
  },
  openKey(),
)

const openCurrent = (): void => remembered.open(openKey())

/** A copy of a tab must not write where the other does; a new tab takes up what was left in one that is gone. */
const settlePlace = async (): Promise<void> => {
  const user = userId()
  const { key: own, isKnown } = place
  const move = (key: string) => {
    if (place.key !== own || userId() !== user) return
    place = { key: takePlace(user, key), isKnown: true }
    openCurrent()
  }
  if (isKnown) {
    if (await tabs.isHeld(own)) move(freshPlace(user))
    return
  }
  for (const left of await draftKeys(newDraftsOf(user))) {
    if (await tabs.isHeld(left)) continue
    if (remembered.isEmptyAt(own)) move(left)
    return
  }
}

openStore.subscribe(openCurrent)
onIdentityChange(() => {
  remembered.forget()
  place = placeOfTab(userId())
  openCurrent()
  void settlePlace()
})
// Tabs that slept have heard nothing.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') remembered.lookAgain(openKey())
})
void settlePlace()

export const draftStore = remembered.shown

/** Whether something that was written would be lost with the tab. */
export const unkeptStore = remembered.unkept

export const writeDraft = remembered.write

/** Empties what is written now, also where another conversation is open by the time that it is called. */
export const clearingDraft = remembered.clearing

export const clearDraft = (): void => remembered.clearing()()

export const addToDraft = (files: readonly Attachment[]): void =>
  writeDraft({ files: [...draftStore.get().files, ...files] })
