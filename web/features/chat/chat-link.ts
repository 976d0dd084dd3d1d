import type { SystemStatus } from '#contract/status.ts'

type ChatFault = 'chatsUnset' | 'chatUnread' | 'linkWrong'
/** Only pages of the web can be embedded; other addresses open an application. */
export type ChatLink = { ok: true; address: string; isPage: boolean } | { ok: false; fault: ChatFault }

/** The address of a chat, with the key and where this server is put in. */
export const chatLink = (
  chats: SystemStatus['chats'],
  number: number,
  { key, server }: { key: string; server: string },
): ChatLink => {
  if (chats.length === 0) return { ok: false, fault: 'chatsUnset' }
  const chat = chats[number]
  if (chat === undefined) return { ok: false, fault: 'linkWrong' }
  const [template, ...others] = Object.values(chat)
  if (template === undefined || others.length > 0) return { ok: false, fault: 'chatUnread' }
  const address = template.replaceAll('{address}', encodeURIComponent(server)).replaceAll('{key}', key)
  const protocol = URL.parse(address)?.protocol
  if (protocol === undefined || running.includes(protocol)) return { ok: false, fault: 'linkWrong' }
  return { ok: true, address, isPage: protocol === 'https:' || protocol === 'http:' }
}

/** Addresses that would run in this page instead of leading to another. */
const running = ['javascript:', 'data:', 'blob:', 'vbscript:']
