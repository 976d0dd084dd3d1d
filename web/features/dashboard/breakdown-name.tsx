import { Link } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import type { UsageShare } from '#contract/logs.ts'
import type { UsagePart } from '#contract/usage-parts.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { useUser } from '../../lib/session.ts'
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
  if (filter === undefined) return name
  const search = { username, ...filter, start_timestamp: frame.start, end_timestamp: frame.end }
  return page === undefined ? (
    <>
      <Link to="/log" search={search} className={linkClass}>
        {name}
      </Link>
      {owner}
    </>
  ) : (
    <>
      <Link to={page} className={linkClass}>
        {name}
      </Link>
      {owner}
      <Link
        to="/log"
        search={search}
        aria-label={t('entriesOf', { name })}
        title={t('openEntries')}
        className="ml-1 inline-grid size-6 place-items-center rounded-md align-middle text-muted hover:text-fg pointer-coarse:size-9"
      >
        <ScrollText className="size-3.5" aria-hidden />
      </Link>
    </>
  )
}

/** What it is called. */
export const partName = (by: UsagePart, { key, name }: UsageShare, t: Text<'dashboard'>): string =>
  name || (by === 'model' || by === 'group' ? key : '') || t(`unnamed.${by}`, { id: key })

const linkClass = 'underline-offset-2 hover:underline'

/** Where all is told of it; undefined of what has no page, is gone, or is another user's. */
const pageOf = (by: UsagePart, { key, name, username }: UsageShare, self: string | undefined): string | undefined => {
  if (name === '' || key === '0') return undefined
  if (by === 'channel' || by === 'user') return `/${by}/${key}`
  return by === 'token' && (username === '' || username === self) ? `/token/${key}` : undefined
}

type LogSearch = { model_name?: string; token_name?: string; group?: string; username?: string; channel?: number }

/** Its entries in the log; undefined where the log is not narrowed by such. */
const filterOf: Record<UsagePart, (item: UsageShare) => LogSearch | undefined> = {
  model: ({ key }) => ({ model_name: key }),
  token: ({ name, username }) => (name === '' ? undefined : { token_name: name, ...(username !== '' && { username }) }),
  group: ({ key }) => ({ group: key }),
  user: ({ name }) => ({ username: name }),
  channel: ({ key }) => (key === '0' ? undefined : { channel: Number(key) }),
  vendor: () => undefined,
}
