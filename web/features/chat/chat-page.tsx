import { useParams } from '@tanstack/react-router'
import { useText } from '../../lib/i18n.ts'
import { usePageName } from '../../lib/page-name.ts'
import { ChatWaiting } from './chat-waiting.tsx'
import { useChatLink } from './use-chat-link.ts'

/** A chat the operator has set up, with a token of whoever looks. */
export function ChatPage() {
  const t = useText('chat')
  usePageName(t('chat'))
  const { id } = useParams({ strict: false })
  const opening = useChatLink(Number(id ?? 0))
  const { link } = opening
  if (!link?.ok || !link.isPage) return <ChatWaiting {...opening} />
  return (
    <>
      <h1 className="sr-only">{t('chat')}</h1>
      <iframe
        title={t('chat')}
        src={link.address}
        referrerPolicy="no-referrer"
        allow="clipboard-write; microphone"
        className="w-full flex-1"
      />
    </>
  )
}
