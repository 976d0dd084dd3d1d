import type { WordKey } from './i18n.ts'

/** Something that the palette found, and where it leads. */
type Found = {
  id: string
  label: string
  /** What it is; without it, what the page is called that it was found for. */
  kind?: WordKey<'common'>
  to: string
  search?: Readonly<Record<string, string>>
}

/** What the palette asks the feature of a page (`palette` of its row): those that are nearest to a text. */
export type PaletteFinder = { find: (text: string, signal: AbortSignal) => Promise<readonly Found[]> }

/** Of each kind. */
export const mostFound = 5
