import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bell, CircleAlert, Wallet } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { status } from '#contract/status.ts'
import { useFormat } from '../lib/format.ts'
import { currentLanguage, textIn, useText } from '../lib/i18n.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import { readLocal, refusalEvent, writeLocal } from '../lib/local-storage.ts'
import { notify } from '../lib/notify.ts'
import { usePages } from '../lib/pages.ts'
import { endpointQuery } from '../lib/query.ts'
import { selfQuery } from '../lib/self.ts'
import { isAdmin, useUser } from '../lib/session.ts'
import { Boundary } from '../ui/boundary.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Overlay } from '../ui/overlay.tsx'

const NoticeWindow = lazyPart(() => import('./notice-window.tsx'), 'NoticeWindow')
const KeptLanguage = lazyPart(() => import('./kept-language.tsx'), 'KeptLanguage')
const StoppedChannels = lazyPart(() => import('./stopped-channels.tsx'), 'StoppedChannels')

const minute = 60_000
const seenKey = 'notice-seen'
const walletPath: string = '/topup'

/** Once, whatever is refused after it: it is all the same. */
const tellUnkept = () => void textIn('dialogs', currentLanguage()).then((t) => notify.warning(t('notKept')))

/** Channels that stopped by themselves, the balance and the notice: for whoever is signed in, and not before the page itself. */
export function HeaderExtras() {
  const user = useUser()
  useEffect(() => addEventListener(refusalEvent, tellUnkept, { once: true }), [])
  return (
    <>
      <Boundary isOptional>{isAdmin(user) && <StoppedChannels className="hidden h-8 sm:flex" hasDot />}</Boundary>
      <Balance className="mr-1 hidden h-8 lg:flex" />
      <Notice />
      <Boundary isOptional>
        <KeptLanguage />
      </Boundary>
    </>
  )
}

/** What whoever is signed in has left: in the header where there is room, and in the navigation sheet of a phone. */
export function Balance({ className, onNavigate }: { className: string; onNavigate?: () => void }) {
  const t = useText()
  const format = useFormat()
  const self = useQuery({ ...selfQuery(), staleTime: minute / 2, refetchInterval: minute })
  const exists = usePages()
  if (!self.data) {
    return self.isError ? <Unloaded name={t('wallet')} icon={<Wallet />} onRetry={() => void self.refetch()} /> : null
  }
  const amount = format.quota(self.data.quota)
  return (
    <Link
      to={exists(walletPath) ? walletPath : '/personal'}
      title={t('wallet')}
      aria-label={`${t('wallet')}: ${amount}`}
      onClick={onNavigate}
      className={`${className} items-center gap-1.5 rounded-lg px-2 text-[13px] font-medium transition-colors hover:bg-hover`}
    >
      <Wallet className="size-4 text-muted" strokeWidth={1.8} aria-hidden />
      {amount}
    </Link>
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
      {isNew && (
        <span
          aria-hidden
          className="absolute top-1 right-1 size-2 rounded-full bg-bad ring-2 ring-card pointer-coarse:top-2.5 pointer-coarse:right-2.5"
        />
      )}
      <Overlay onClose={close}>{isOpen && <NoticeWindow text={text} onClose={close} />}</Overlay>
    </span>
  )
}

type UnloadedProps = { name: string; icon: ReactNode; onRetry: () => void }

/** In the place of what could not be loaded: asks again. */
function Unloaded({ name, icon, onRetry }: UnloadedProps) {
  const t = useText()
  return (
    <span className="relative">
      <IconButton label={`${name}: ${t('errorTitle')} · ${t('retry')}`} icon={icon} onClick={onRetry} />
      <CircleAlert
        aria-hidden
        className="pointer-events-none absolute top-0.5 right-0.5 size-3.5 rounded-full bg-card text-bad"
      />
    </span>
  )
}
