import { createElement } from 'react'
import type { Offer } from '../../lib/actions.ts'
import type { MenuEntry } from '../menu-entry.ts'

/** What takes something away stands below a line. */
export const menuOf = (offers: readonly Offer[]): MenuEntry[] => {
  const entry = ({ label, icon, danger, hint, run }: Offer) => ({
    ...{ label, icon: createElement(icon), danger, disabled: hint !== undefined, onSelect: run },
    ...(hint === undefined ? {} : { hint }),
  })
  const harmless = offers.filter(({ danger }) => !danger).map(entry)
  const dangerous = offers.filter(({ danger }) => danger).map(entry)
  return parted([harmless, dangerous])
}

/** Parts of a menu, with a line between those that have entries. */
export const parted = (parts: readonly (readonly MenuEntry[])[]): MenuEntry[] =>
  parts
    .filter(({ length }) => length > 0)
    .flatMap((part, place) => (place === 0 ? part : ['separator' as const, ...part]))
