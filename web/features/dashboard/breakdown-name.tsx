import { Link } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import type { UsageShare } from '#contract/logs.ts'
import type { UsagePart } from '#contract/usage-parts.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { useUser } from '../../lib/session.ts'
import { loggedTime } from '../../pieces/usage/logged-time.ts'
import type { Breakdown } from './use-breakdown.ts'

type BreakdownNameProps = { breakdown: Breakdown; item: UsageShare }

/** What it is called: the way to its own page where it has one, and to its entries in the log. */
export function BreakdownName({ breakdown, item }: BreakdownNameProps) {
  const t = useText('dashboard')
  const self = useUser()?.username
  const { by, frame, username } = breakdown
  const filter = filterOf[by](item)
  const page = pageOf(by, item, self)
  const name = partName(by, item, t)
  const owner = by === 'token' && item.username !== '' && <span className="text-muted"> · {item.username}</span>
  const search = { username, ...filter, ...loggedTime(frame) }
  const { to, search: shown } = page ?? { to: '/log', search }
  if (page === undefined && filter === undefined) return name
  return (
    <>
      <Link to={to} search={shown} className="underline-offset-2 hover:underline">
        {name}
      </Link>
      {owner}
      {page !== undefined && filter !== undefined && (
        <Link
          to="/log"
          search={search}
          aria-label={t('entriesOf', { name })}
          title={t('openEntries')}
          className="ml-1 inline-grid size-6 place-items-center rounded-md align-middle text-muted hover:text-fg pointer-coarse:size-9"
        >
          <ScrollText className="size-3.5" aria-hidden />
        </Link>
      )}
    </>
  )
}

type ShownPage = { to: string; search: { type?: string } }

/** What it is called. */
export const partName = (by: UsagePart, { key, name }: UsageShare, t: Text<'dashboard'>): string =>
  name || (by === 'model' || by === 'group' ? key : '') || t(`unnamed.${by}`, { id: key })

/** Where all is told of it; undefined of what has no page, is gone, or is another user's. */
const pageOf = (
  by: UsagePart,
  { key, name, username }: UsageShare,
  self: string | undefined,
): ShownPage | undefined => {
  if (name === '' || key === '0') return undefined
  // Of a vendor all is told by its channels.
  if (by === 'vendor') return { to: '/channel', search: { type: key } }
  const isOwn = by === 'channel' || by === 'user' || (by === 'token' && (username === '' || username === self))
  return isOwn ? { to: `/${by}/${key}`, search: {} } : undefined
}

type LogSearch = {
  model_name?: string
  token_id?: string
  token_name?: string
  group?: string
  username?: string
  channel?: number
}

/** Its entries in the log; undefined where the log is not narrowed by such. */
const filterOf: Record<UsagePart, (item: UsageShare) => LogSearch | undefined> = {
  model: ({ key }) => (key === '' ? undefined : { model_name: key }),
  // Two may have one name, and what no token made has a name at most.
  token: ({ key, name, username }) => {
    if (key !== '0') return { token_id: key }
    return name === '' ? undefined : { token_name: name, ...(username !== '' && { username }) }
  },
  group: ({ key }) => (key === '' ? undefined : { group: key }),
  user: ({ name }) => (name === '' ? undefined : { username: name }),
  channel: ({ key }) => (key === '0' ? undefined : { channel: Number(key) }),
  vendor: () => undefined,
}
