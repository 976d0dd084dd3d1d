import { useState } from 'react'
import type { Log } from '#contract/logs.ts'
import { useText } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Overlay } from '../../ui/overlay.tsx'

const LogUserDialog = lazyPart(() => import('./log-user-dialog.tsx'), 'LogUserDialog')

/** Whose row it is; a click shows how that account stands. */
export function LogUser({ row }: { row: Log }) {
  const t = useText('logs')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (row.username === '') return null
  return (
    <>
      <button
        type="button"
        aria-label={t('openUser', { name: row.username })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="inline-flex max-w-40 items-center gap-2 rounded-md text-left hover:text-brand-ink pointer-coarse:min-h-11"
      >
        <Avatar name={row.username} size={24} />
        <span className="truncate">{row.username}</span>
      </button>
      <Overlay onClose={close}>
        {isOpen && <LogUserDialog userId={row.user_id} name={row.username} onClose={close} />}
      </Overlay>
    </>
  )
}
