import { confirm } from './confirm.ts'
import { commonText } from './i18n.ts'

/** What is on the screen that leaving would lose. Apart from the guard, which brings what only pages with forms load. */
export type UnsavedEntry = { by: 'anything' | 'browser' }

export const unsavedEntries = new Set<UnsavedEntry>()

/** For whoever leaves by more than an address, as who signs out: asks where something would be lost. */
export const mayLeave = async (): Promise<boolean> => unsavedEntries.size === 0 || confirmDiscard()

export const confirmDiscard = (): Promise<boolean> =>
  confirm({
    title: commonText('discardTitle'),
    text: commonText('discardText'),
    action: commonText('discard'),
    cancel: commonText('keepEditing'),
    danger: true,
  })
