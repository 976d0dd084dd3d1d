import { useNavigate, useSearch } from '@tanstack/react-router'
import { useStore } from '../../../lib/store.ts'
import { tagModePreference } from './list-preferences.ts'

/** Whether channels are listed by tag: as the address says, or else as it is remembered in this browser. */
export const useTagMode = (): { isTagMode: boolean; setTagMode: (isTagMode: boolean) => void } => {
  const asked = useSearch({ strict: false, select: ({ tag_mode }) => tag_mode })
  const remembered = useStore(tagModePreference)
  const navigate = useNavigate()
  return {
    isTagMode: asked === undefined ? remembered : asked === 'on',
    setTagMode: (isTagMode) => {
      tagModePreference.set(isTagMode)
      const change = { tag_mode: isTagMode ? ('on' as const) : undefined, page: undefined }
      void navigate({ to: '.', search: (old) => ({ ...old, ...change }), replace: true })
    },
  }
}
