import type { LucideIcon } from 'lucide-react'
import type { SystemStatus } from '#contract/status.ts'
import type { WordKey } from '../lib/i18n.ts'
import type { PaletteFinder } from '../lib/palette.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The common word for the browser's tab, the side bar, the palette and the list of shortcuts. */
    title?: WordKey<'common'>
    /**
     * `page` has the side bar; `plain` has none; `bare` has no margins; `full` has no footer either, and
     * `tool` none but the side bar.
     */
    layout?: 'page' | 'plain' | 'bare' | 'full' | 'tool'
    /** Who may open it, where not everybody may. */
    access?: 'user' | 'admin' | 'root'
    /** What the palette finds for it. */
    palette?: () => Promise<PaletteFinder>
    /** Its place in the side bar, below the pages that stand before it in `pages.ts`. */
    navigation?: PageNavigation
  }
}

export type PageNavigation = {
  group: 'top' | 'console' | 'admin' | 'personal'
  icon: LucideIcon
  /** The second letter of its shortcut: G, then this. */
  letter: string
  /** Where an operator can turn it off. */
  isOn?: (status: SystemStatus) => boolean
}
