import { type ReactNode, useState } from 'react'
import { LazyMenuPopup, preloadMenu } from './lazy-menu-popup.tsx'
import type { MenuEntry } from './menu-entry.ts'

/** Spread these on the button that opens the menu. */
type MenuTriggerProps = {
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  onPointerEnter(): void
  onFocus(): void
  onClick(event: { currentTarget: Element }): void
}

type MenuProps = {
  entries: readonly MenuEntry[]
  align?: 'start' | 'end'
  trigger: (props: MenuTriggerProps) => ReactNode
}

/** `<Menu entries={[{ label, icon, onSelect }]} trigger={(props) => <IconButton {...props} label=... icon=... />} />` */
export function Menu({ entries, align, trigger }: MenuProps) {
  const [anchor, setAnchor] = useState<Element | null>(null)
  return (
    <>
      {trigger({
        'aria-haspopup': 'menu',
        'aria-expanded': anchor !== null,
        onPointerEnter: preloadMenu,
        onFocus: preloadMenu,
        onClick: (event) => setAnchor(anchor === null ? event.currentTarget : null),
      })}
      <LazyMenuPopup anchor={anchor} entries={entries} onClose={() => setAnchor(null)} {...(align ? { align } : {})} />
    </>
  )
}
