import { type LucideIcon, MessageCircle } from 'lucide-react'
import { useMemo } from 'react'
import type { SystemStatus } from '#contract/status.ts'
import type { User } from '#contract/user.ts'
import type { WordKey } from '../lib/i18n.ts'
import { useUser } from '../lib/session.ts'
import { useStatus } from '../lib/status.ts'
import { mayOpen } from './page-access.ts'
import { pageFacts } from './page-facts.ts'
import type { PageNavigation } from './route-data.ts'

export type NavigationEntry = {
  path: string
  /** A key of the common words, or a name that an operator gave. */
  label: { key: WordKey<'common'> } | { name: string }
  icon: LucideIcon
  /** The second letter of its shortcut: G, then this. */
  letter?: string
}
type NavigationGroup = { id: PageNavigation['group']; label?: WordKey<'common'>; entries: NavigationEntry[] }

/** The side bar: what this user may open on this installation. */
export const useNavigation = (): NavigationGroup[] => {
  const user = useUser()
  const status = useStatus()
  return useMemo(() => navigationFor(user, status), [user, status])
}

const groups: readonly Pick<NavigationGroup, 'id' | 'label'>[] = [
  { id: 'top' },
  { id: 'console', label: 'groupConsole' },
  { id: 'admin', label: 'groupAdmin' },
  { id: 'personal', label: 'groupPersonal' },
]

export const navigationFor = (user: User | null, status: SystemStatus): NavigationGroup[] => {
  if (!user) return []
  return groups
    .map((group) => ({
      ...group,
      entries: [...pageEntries(group.id, user, status), ...(group.id === 'top' ? chatEntries(status) : [])],
    }))
    .filter(({ entries }) => entries.length > 0)
}

const pageEntries = (group: PageNavigation['group'], user: User, status: SystemStatus): NavigationEntry[] =>
  pageFacts.flatMap(({ path, title, access, navigation }) => {
    if (title === undefined || navigation?.group !== group || !mayOpen(access, user)) return []
    const { icon, letter, isOn = () => true } = navigation
    return isOn(status) ? [{ path, label: { key: title }, icon, letter }] : []
  })

/** Pages that the operator named. */
const chatEntries = (status: SystemStatus): NavigationEntry[] =>
  status.chats.flatMap((chat, index) => {
    const name = Object.keys(chat)[0]
    return name === undefined ? [] : [{ path: `/chat/${index}`, label: { name }, icon: MessageCircle }]
  })
