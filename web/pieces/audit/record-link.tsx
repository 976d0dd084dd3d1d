import { Link } from '@tanstack/react-router'
import { useText } from '../../lib/i18n.ts'

const pages = { user: '/user/$id', channel: '/channel/$id' } as const
const words = { user: 'targetUser', channel: 'targetChannel' } as const

/** To the page of an account or a channel of which the id alone is known. */
export function RecordLink({ area, id }: { area: keyof typeof pages; id: string }) {
  const t = useText('audit')
  return (
    <Link to={pages[area]} params={{ id }} className="text-xs text-brand-ink hover:underline">
      {t(words[area], { id })}
    </Link>
  )
}
