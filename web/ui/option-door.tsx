import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../lib/i18n.ts'
import { isRoot, useUser } from '../lib/session.ts'

type OptionDoorProps = {
  option: string
  /** What everybody else reads: who could do something about it. */
  children?: ReactNode
}

/** Where something waits for a setting: the way to it, for the super admin whose it is. */
export function OptionDoor({ option, children = null }: OptionDoorProps) {
  const t = useText()
  if (!isRoot(useUser())) return children
  return (
    <Link to="/setting" search={{ keyword: option }} className="font-medium underline underline-offset-2">
      {t('openSetting')}
    </Link>
  )
}
