import {
  Gauge,
  Gift,
  History,
  KeyRound,
  ListMusic,
  type LucideIcon,
  MessageCircle,
  MessagesSquare,
  Network,
  Paintbrush,
  ScrollText,
  Settings,
  UserRound,
  Users,
  Wallet,
} from 'lucide-react'
import { useMemo } from 'react'
import type { SystemStatus } from '#contract/status.ts'
import type { User } from '#contract/users.ts'
import type { CommonKey } from '../lib/i18n.ts'
import { usePages } from '../lib/pages.ts'
import { isAdmin, isRoot, useUser } from '../lib/session.ts'
import { useStatus } from '../lib/status.ts'

export type NavigationEntry = {
  path: string
  /** The route behind the path, where they differ. */
  page?: string
  /** A key of the common words, or a name that an operator gave. */
  label: { key: PlainKey } | { name: string }
  icon: LucideIcon
  /** The second letter of its shortcut: G, then this. */
  letter?: string
}
export type NavigationGroup = { id: string; label?: PlainKey; entries: NavigationEntry[] }

/** Common words without blanks to fill. */
export type PlainKey = Exclude<
  CommonKey,
  | `error${string}`
  | 'copiedText'
  | 'clearNamed'
  | 'addChoice'
  | 'codeAgain'
  | 'removeChoice'
  | 'chosen'
  | 'selectRow'
  | 'rowActions'
  | 'expandRow'
  | 'selected'
  | 'rowsRange'
  | 'pageOf'
  | 'total'
  | 'sortBy'
  | 'typeToConfirm'
  | 'proofBy'
  | 'unsaved'
  | 'poweredBy'
  | 'notFoundNearest'
>

/** The side bar: what this user may open on this installation, as far as there is a page for it. */
export const useNavigation = (): NavigationGroup[] => {
  const user = useUser()
  const status = useStatus()
  const exists = usePages()
  return useMemo(() => navigationFor(user, status, exists), [user, status, exists])
}

export const navigationFor = (
  user: User | null,
  status: SystemStatus,
  exists: (path: string) => boolean,
): NavigationGroup[] => {
  if (!user) return []
  const groups: NavigationGroup[] = [
    { id: 'top', entries: [playground, ...chatEntries(status)] },
    {
      id: 'console',
      label: 'groupConsole',
      entries: [
        ...(status.enable_data_export ? [dashboard] : []),
        tokens,
        logs,
        ...(status.enable_drawing ? [drawings] : []),
        ...(status.enable_task ? [tasks] : []),
      ],
    },
    { id: 'admin', label: 'groupAdmin', entries: administration(user) },
    { id: 'personal', label: 'groupPersonal', entries: [wallet, personal] },
  ]
  return groups
    .map((group) => ({ ...group, entries: group.entries.filter(({ path, page = path }) => exists(page)) }))
    .filter((group) => group.entries.length > 0)
}

const administration = (user: User): NavigationEntry[] => {
  if (!isAdmin(user)) return []
  return [channels, redemptions, users, settings, ...(isRoot(user) ? [audit] : [])]
}

const entry = (path: string, key: PlainKey, icon: LucideIcon, letter: string): NavigationEntry => ({
  path,
  label: { key },
  icon,
  letter,
})

const playground = entry('/playground', 'playground', MessagesSquare, 'p')
const dashboard = entry('/detail', 'dashboard', Gauge, 'd')
const tokens = entry('/token', 'tokens', KeyRound, 't')
const logs = entry('/log', 'logs', ScrollText, 'l')
const drawings = entry('/midjourney', 'drawings', Paintbrush, 'm')
const tasks = entry('/task', 'tasks', ListMusic, 'k')
const channels = entry('/channel', 'channels', Network, 'c')
const redemptions = entry('/redemption', 'redemptions', Gift, 'r')
const users = entry('/user', 'users', Users, 'u')
const settings = entry('/setting', 'settings', Settings, 's')
const audit = entry('/audit', 'audit', History, 'h')
const wallet = entry('/topup', 'wallet', Wallet, 'w')
const personal = entry('/personal', 'personal', UserRound, 'a')

const chatEntries = (status: SystemStatus): NavigationEntry[] =>
  status.chats.flatMap((chat, index) => {
    const name = Object.keys(chat)[0]
    return name === undefined
      ? []
      : [{ path: `/chat/${index}`, page: '/chat/$id', label: { name }, icon: MessageCircle }]
  })
