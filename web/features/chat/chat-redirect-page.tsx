import { ChatWaiting } from './chat-waiting.tsx'
import { useChatLink } from './use-chat-link.ts'

/** Leaves for the first chat the operator has set up. */
export function ChatRedirectPage() {
  return <ChatWaiting {...useChatLink(0)} />
}
