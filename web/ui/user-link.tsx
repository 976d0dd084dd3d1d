import { Link } from '@tanstack/react-router'
import { useText } from '../lib/i18n.ts'

type UserLinkProps = {
  id: number
  /** Empty: the account is not known any more. */
  name: string | undefined
}

/** Who it is, which leads to the account; of one that is gone its number is left. */
export function UserLink({ id, name = '' }: UserLinkProps) {
  const t = useText('lists')
  if (name === '') return <span className="text-muted">{t('userGone', { id: String(id) })}</span>
  return (
    <Link to="/user/$id" params={{ id: String(id) }} className="rounded hover:underline">
      {name}
    </Link>
  )
}
