import { useNavigate, useSearch } from '@tanstack/react-router'
import { useStore } from '../../../lib/store.ts'
import { idSortPreference, tagModePreference } from './list-preferences.ts'

const preferences = { id_sort: idSortPreference, tag_mode: tagModePreference }

/** A way in which channels are laid out: as the address says, or else as it is remembered in this browser. */
export const useLayoutMode = (mode: keyof typeof preferences): [isOn: boolean, set: (isOn: boolean) => void] => {
  const asked = useSearch({ strict: false, select: (search) => search[mode] })
  const remembered = useStore(preferences[mode])
  const navigate = useNavigate()
  const set = (isOn: boolean) => {
    preferences[mode].set(isOn)
    const change = { [mode]: isOn ? ('on' as const) : undefined, page: undefined }
    void navigate({ to: '.', search: (old) => ({ ...old, ...change }), replace: true })
  }
  return [asked === undefined ? remembered : asked === 'on', set]
}
