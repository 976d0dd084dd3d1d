import { Link } from '@tanstack/react-router'
import { useText } from '../../lib/i18n.ts'

const pages = { user: '/user/$id', channel: '/channel/$id' } as const
const words = { user: 'targetUser', channel: 'targetChannel' } as const

type RecordLinkProps = { area: keyof typeof pages; id: string; name?: string | undefined }

/** To the page of an account or a channel; where its name is not known, by its id alone. */
export function RecordLink({ area, id, name }: RecordLinkProps) {
  const t = useText('audit')
  return (
    <Link to={pages[area]} params={{ id }} className="text-xs text-brand-ink hover:underline">
      {name === undefined ? t(words[area], { id }) : `#${id} ${name}`}
    </Link>
  )
}
