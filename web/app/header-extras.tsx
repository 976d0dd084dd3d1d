import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useState } from 'react'
import { status } from '#contract/status.ts'
import { useText } from '../lib/i18n.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import { readLocal, writeLocal } from '../lib/local-storage.ts'
import { endpointQuery } from '../lib/query.ts'
import { isAdmin, useUser } from '../lib/session.ts'
import { Boundary } from '../ui/boundary.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Overlay } from '../ui/overlay.tsx'
import { Balance } from './balance.tsx'
import { Unloaded } from './unloaded.tsx'

const NoticeWindow = lazyPart(() => import('./notice-window.tsx'), 'NoticeWindow')
const StoppedChannels = lazyPart(() => import('./stopped-channels.tsx'), 'StoppedChannels')
const StoppedChannelsDot = lazyPart(() => import('./stopped-channels.tsx'), 'StoppedChannelsDot')

const minute = 60_000
const seenKey = 'notice-seen'

/** Channels that stopped by themselves, the balance and the notice: for whoever is signed in, and not before the page itself. */
export function HeaderExtras() {
  const user = useUser()
  return (
    <>
      <Boundary isOptional>
        {isAdmin(user) && (
          <>
            <StoppedChannelsDot />
            <StoppedChannels className="hidden h-8 sm:flex" />
          </>
        )}
      </Boundary>
      <Balance className="mr-1 hidden h-8 lg:flex" />
      <Notice />
    </>
  )
}

function Notice() {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const [seen, setSeen] = useState(() => readLocal(seenKey))
  const notice = useQuery({ ...endpointQuery(status.notice), staleTime: 5 * minute })
  const text = notice.data?.trim() ?? ''
  if (notice.isError && notice.data === undefined) {
    return <Unloaded name={t('notice')} icon={<Bell />} onRetry={() => void notice.refetch()} />
  }
  if (text === '') return null
  const isNew = seen !== text
  const close = () => setOpen(false)
  const open = () => {
    writeLocal(seenKey, text)
    setSeen(text)
    setOpen(true)
  }
  return (
    <span className="relative">
      <IconButton label={isNew ? t('noticeNew') : t('notice')} icon={<Bell />} onClick={open} />
      {isNew && <span aria-hidden className="absolute top-1 right-1 size-2 rounded-full bg-bad ring-2 ring-card" />}
      <Overlay onClose={close}>{isOpen && <NoticeWindow text={text} onClose={close} />}</Overlay>
    </span>
  )
}
