import * as z from 'zod/mini'
import { jsonPreference } from '../lib/preferences.ts'
import { currentUser } from '../lib/session.ts'

const recentEntry = z.object({
  /** Of the palette's entry. */
  id: z.string(),
  label: z.string(),
  /** The title of the page that it is of; without one it is a page itself. */
  kind: z.optional(z.string()),
  to: z.string(),
  search: z.record(z.string(), z.string()),
})
export type RecentEntry = z.output<typeof recentEntry>

const mostRecent = 5

const nobodys: { user: number; entries: RecentEntry[] } = { user: 0, entries: [] }

export const recentEntriesPreference = jsonPreference(
  'palette-recent',
  z.object({ user: z.int(), entries: z.array(recentEntry) }),
  nobodys,
)

/** What somebody opened last from the palette, the latest first; nothing of whoever sat here before. */
export const recentEntriesOf = (user: number | undefined, { user: owner, entries } = recentEntriesPreference.get()) =>
  user === owner ? entries : []

export const noteRecentEntry = (entry: RecentEntry): void => {
  const user = currentUser()?.id
  if (user === undefined) return
  const others = recentEntriesOf(user).filter(({ id }) => id !== entry.id)
  recentEntriesPreference.set({ user, entries: [entry, ...others].slice(0, mostRecent) })
}

export const forgetRecentEntries = (): void => recentEntriesPreference.set(nobodys)
