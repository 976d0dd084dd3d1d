import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { registerHotkey } from '../lib/hotkeys.ts'
import { useText } from '../lib/i18n.ts'
import { useNavigation } from './navigation.ts'
import { closeOverlay, openPalette, overlayStore } from './overlay-state.ts'

/** `mod+k` opens the palette, `?` lists the keys, G and a letter goes to a page, `/` goes to the search box. */
export const useShellHotkeys = (active: boolean): void => {
  const t = useText()
  const navigate = useNavigate()
  const navigation = useNavigation()
  useEffect(() => {
    if (!active) return
    const pages = navigation.flatMap((group) =>
      group.entries.flatMap(({ letter, path, label }) =>
        letter && 'key' in label
          ? [{ keys: `g ${letter}`, label: t(label.key), run: () => void navigate({ to: path }) }]
          : [],
      ),
    )
    const undo = [
      {
        keys: 'mod+k',
        label: t('palette'),
        run: () => (overlayStore.get() === 'palette' ? closeOverlay() : openPalette()),
      },
      { keys: '?', label: t('shortcuts'), run: () => overlayStore.set('shortcuts') },
      { keys: '/', label: t('search'), run: focusSearch },
      ...pages,
    ].map(registerHotkey)
    return () => {
      for (const unregister of undo) unregister()
    }
  }, [active, t, navigate, navigation])
}

const focusSearch = () => document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus()
