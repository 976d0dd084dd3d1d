import { Link } from '@tanstack/react-router'
import { ExternalLink, LogIn } from 'lucide-react'
import { useEffect } from 'react'
import type { ChatLink } from '../../lib/chat-link.ts'
import { useText } from '../../lib/i18n.ts'
import { isRoot, useUser } from '../../lib/session.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { OptionDoor } from '../../ui/option-door.tsx'

/** The super admin is not sent to the administrator. */
const forRoot = { chatsUnset: 'chatsUnsetHere', chatUnread: 'chatUnread', linkWrong: 'linkWrongHere' } as const

type ChatWaitingProps = { link: ChatLink | undefined; error: Error | null; isLoginWanted: boolean }

/** While the browser leaves for a chat, or why it does not. */
export function ChatWaiting({ link, error, isLoginWanted }: ChatWaitingProps) {
  const t = useText('chat')
  const user = useUser()
  const address = link?.ok ? link.address : undefined
  useEffect(() => {
    if (address !== undefined) location.assign(address)
  }, [address])
  const fault = error ?? (link?.ok === false ? t(isRoot(user) ? forRoot[link.fault] : link.fault) : undefined)
  return (
    <div className="grid flex-1 place-items-center p-6">
      <h1 className="sr-only">{t('chat')}</h1>
      {isLoginWanted && (
        <div className="grid justify-items-center gap-3 text-center">
          <p className="text-muted">{t('loginWanted')}</p>
          <Link to="/login" className={buttonClass({ variant: 'primary' })}>
            <LogIn aria-hidden />
            {t('login')}
          </Link>
        </div>
      )}
      {!isLoginWanted && fault === undefined && (
        <div className="grid justify-items-center gap-3 text-center">
          <p className="text-muted">{t('redirecting')}</p>
          {link?.ok && !link.isPage && <AppDoor address={link.address} />}
        </div>
      )}
      {fault !== undefined && (
        <div className="grid justify-items-center">
          <ErrorState error={fault} />
          {link?.ok === false && <OptionDoor option="Chats" />}
        </div>
      )}
    </div>
  )
}

/** No browser tells whether an application took over: this page stays. */
function AppDoor({ address }: { address: string }) {
  const t = useText('chat')
  return (
    <>
      <p className="text-[13px] text-muted">{t('appMissing')}</p>
      <a href={address} className={buttonClass()}>
        <ExternalLink aria-hidden />
        {t('openApp')}
      </a>
    </>
  )
}
