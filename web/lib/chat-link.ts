import type { SystemStatus } from '#contract/status.ts'

type ChatFault = 'chatsUnset' | 'chatUnread' | 'linkWrong'
/** Only pages of the web can be embedded; other addresses open an application. */
export type ChatLink = { ok: true; address: string; isPage: boolean } | { ok: false; fault: ChatFault }

/** What is put into a link; without a key only links that want none can be opened. */
type Filling = { key: string; server: string }

/** The address of a chat, with the key and where this server is put in. */
export const chatLink = (chats: SystemStatus['chats'], number: number, filling: Filling): ChatLink => {
  if (chats.length === 0) return { ok: false, fault: 'chatsUnset' }
  const chat = chats[number]
  if (chat === undefined) return { ok: false, fault: 'linkWrong' }
  const [template, ...others] = Object.values(chat)
  if (template === undefined || others.length > 0) return { ok: false, fault: 'chatUnread' }
  return filledLink(template, filling)
}

export const filledLink = (template: string, { key, server }: Filling): ChatLink => {
  const address = template
    .replaceAll('{address}', encodeURIComponent(server))
    .replaceAll('{key}', key)
    .replaceAll('{cherryConfig}', () => encodedJson({ id: 'new-api', baseUrl: server, apiKey: key }))
  const protocol = URL.parse(address)?.protocol
  if (protocol === undefined || running.includes(protocol)) return { ok: false, fault: 'linkWrong' }
  return { ok: true, address, isPage: protocol === 'https:' || protocol === 'http:' }
}

/** Whether a chat can only be opened by somebody with a key. */
export const wantsKey = (chats: SystemStatus['chats'], number: number): boolean =>
  Object.values(chats[number] ?? {}).some((template) => /\{(?:key|cherryConfig)\}/.test(template))

/** Applications that take an address and a key from a link; each is asked about by the browser before it opens. */
export const applicationLinks = [
  { name: 'Cherry Studio', template: 'cherrystudio://providers/api-keys?v=1&data={cherryConfig}' },
  {
    name: 'CC Switch',
    template:
      'ccswitch://v1/import?resource=provider&app=claude&name={address}&homepage={address}&endpoint={address}&apiKey={key}',
  },
  { name: 'OpenCat', template: 'opencat://team/join?domain={address}&token={key}' },
  { name: 'AMA', template: 'ama://set-api-key?server={address}&key={key}' },
] as const

/** As the one application wants it that takes JSON. */
const encodedJson = (value: unknown): string => encodeURIComponent(btoa(JSON.stringify(value)))

/** Addresses that would run in this page instead of leading to another. */
const running = ['javascript:', 'data:', 'blob:', 'vbscript:']
