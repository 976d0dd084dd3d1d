import { createContext, use, useMemo, useSyncExternalStore } from 'react'
import type { OptionFault } from '#contract/option-text.ts'
import { type DrawnKey, drawnKeys } from '#contract/options.ts'
import { createStore, type Store } from '../../lib/store.ts'
import { type Change, changesOf, type DraftTexts, faultOf, type StoredOptions } from './option-draft.ts'

type DraftState = {
  texts: DraftTexts
  /** The options whose faults are shown: they were left, or a save was tried. */
  checked: ReadonlySet<DrawnKey>
  /** What the server has against what was sent of an option, for as long as that stands there. */
  refused: ReadonlyMap<DrawnKey, { text: string; message: string }>
  saving: boolean
}

/** What is typed on the whole page, on whatever tab, until it is saved or discarded. */
export type Draft = {
  store: Store<DraftState>
  type(key: DrawnKey, text: string): void
  check(keys: readonly DrawnKey[]): void
  /** Forgets what was saved, unless it was changed again in the meantime. */
  drop(changes: readonly Change[]): void
  refuse(change: Change, message: string): void
  discard(): void
  setSaving(saving: boolean): void
}

export const createDraft = (): Draft => {
  const store = createStore<DraftState>({ texts: {}, checked: new Set(), refused: new Map(), saving: false })
  const change = (part: Partial<DraftState>) => store.set({ ...store.get(), ...part })
  return {
    store,
    type: (key, text) => change({ texts: { ...store.get().texts, [key]: text } }),
    check: (keys) => change({ checked: new Set([...store.get().checked, ...keys]) }),
    drop: (changes) => {
      const sent = new Map<string, string>(changes.map(({ key, text }) => [key, text]))
      const kept = Object.entries(store.get().texts).filter(([key, text]) => sent.get(key) !== text)
      change({ texts: Object.fromEntries(kept) })
    },
    refuse: ({ key, text }, message) =>
      change({ refused: new Map([...store.get().refused, [key, { text, message }]]) }),
    discard: () => change({ texts: {}, checked: new Set(), refused: new Map() }),
    setSaving: (saving) => change({ saving }),
  }
}

type Settings = {
  stored: StoredOptions
  draft: Draft
  /** Brings the field of an option onto the page. */
  leadTo: (key: DrawnKey) => Promise<void>
}

export const SettingsContext = createContext<Settings | null>(null)

export const useSettings = (): Settings => {
  const settings = use(SettingsContext)
  if (!settings) throw new Error('useSettings needs a SettingsContext around it')
  return settings
}

/** The text of one option as its field shows it; other options may change without drawing this one again. */
export const useOptionText = (key: DrawnKey): string => {
  const { stored, draft } = useSettings()
  const typed = useSyncExternalStore(draft.store.subscribe, () => draft.store.get().texts[key])
  return typed ?? stored.texts[key]
}

/** What is wrong with an option that was left or should be saved. */
export const useOptionFault = (key: DrawnKey): OptionFault | undefined => {
  const { draft } = useSettings()
  const typed = useSyncExternalStore(draft.store.subscribe, () => draft.store.get().texts[key])
  const isChecked = useSyncExternalStore(draft.store.subscribe, () => draft.store.get().checked.has(key))
  return useMemo(() => (isChecked && typed !== undefined ? faultOf(key, typed) : undefined), [isChecked, typed, key])
}

/** What the server refused of an option, while it stands in its field as it was sent. */
export const useOptionRefusal = (key: DrawnKey): string | undefined => {
  const { draft } = useSettings()
  return useSyncExternalStore(draft.store.subscribe, () => {
    const { refused, texts } = draft.store.get()
    const last = refused.get(key)
    return last !== undefined && last.text === texts[key] ? last.message : undefined
  })
}

export const useIsSaving = (): boolean => {
  const { draft } = useSettings()
  return useSyncExternalStore(draft.store.subscribe, () => draft.store.get().saving)
}

/** The options with unsaved changes, in the order of the table: the same list for as long as they are the same. */
export const useChangedKeys = (): readonly DrawnKey[] => {
  const settings = useSettings()
  return useSyncExternalStore(settings.draft.store.subscribe, () => changedKeys(settings))
}

/** Whether any of these options has unsaved changes; typing on draws nothing again. */
export const useHasChanges = (keys: readonly DrawnKey[]): boolean => {
  const settings = useSettings()
  return useSyncExternalStore(settings.draft.store.subscribe, () =>
    changedKeys(settings).some((key) => keys.includes(key)),
  )
}

type Known = { texts: DraftTexts; stored: StoredOptions; keys: readonly DrawnKey[] }
const known = new WeakMap<Draft, Known>()

/** Many parts of the page ask after every keystroke: it is worked out once, and stays the same list if it can. */
const changedKeys = ({ stored, draft }: Settings): readonly DrawnKey[] => {
  const { texts } = draft.store.get()
  const last = known.get(draft)
  if (last?.texts === texts && last.stored === stored) return last.keys
  const fresh = changesOf(drawnKeys, texts, stored).map(({ key }) => key)
  const isSame = last !== undefined && last.keys.join() === fresh.join()
  const keys = isSame ? last.keys : fresh
  known.set(draft, { texts, stored, keys })
  return keys
}
