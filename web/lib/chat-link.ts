import type { SystemStatus } from '#contract/status.ts'

type ChatFault = 'chatsUnset' | 'chatUnread' | 'linkWrong'
/** Only pages of the web can be embedded; other addresses open an application. */
export type ChatLink = { ok: true; address: string; isPage: boolean } | { ok: false; fault: ChatFault }

/** What is put into a link; without a key only links that want none can be opened. Some are told of a model, too. */
type Filling = { key: string; server: string; model?: string | undefined }

/** The address of a chat, with the key and where this server is put in. */
export const chatLink = (chats: SystemStatus['chats'], number: number, filling: Filling): ChatLink => {
  if (chats.length === 0) return { ok: false, fault: 'chatsUnset' }
  const chat = chats[number]
  if (chat === undefined) return { ok: false, fault: 'linkWrong' }
  const [template, ...others] = Object.values(chat)
  if (template === undefined || others.length > 0) return { ok: false, fault: 'chatUnread' }
  return filledLink(template, filling)
}

export const filledLink = (template: string, { key, server, model }: Filling): ChatLink => {
  const address = template
    .replaceAll('{address}', encodeURIComponent(server))
    .replaceAll('{key}', key)
    .replaceAll('{cherryConfig}', () => encodedJson({ id: 'new-api', baseUrl: server, apiKey: key }))
    .replaceAll('{chatboxConfig}', () => encodedJson(chatboxProvider(server, key, model)))
  const protocol = URL.parse(address)?.protocol
  if (protocol === undefined || running.includes(protocol)) return { ok: false, fault: 'linkWrong' }
  return { ok: true, address, isPage: protocol === 'https:' || protocol === 'http:' }
}

/** Whether a chat can only be opened by somebody with a key. */
export const wantsKey = (chats: SystemStatus['chats'], number: number): boolean =>
  Object.values(chats[number] ?? {}).some((template) => /\{(?:key|cherryConfig|chatboxConfig)\}/.test(template))

/** Applications that take an address and a key from a link; each is asked about by the browser before it opens. */
export const applicationLinks = [
  { name: 'Cherry Studio', template: 'cherrystudio://providers/api-keys?v=1&data={cherryConfig}' },
  { name: 'Chatbox', template: 'chatbox://provider/import?config={chatboxConfig}' },
  {
    name: 'CC Switch',
    template:
      'ccswitch://v1/import?resource=provider&app=claude&name={address}&homepage={address}&endpoint={address}&apiKey={key}',
  },
  { name: 'OpenCat', template: 'opencat://team/join?domain={address}&token={key}' },
  { name: 'AMA', template: 'ama://set-api-key?server={address}&key={key}' },
] as const

/** What it keeps of a provider; those of the same host take each other's place. */
const chatboxProvider = (server: string, key: string, model: string | undefined) => {
  const host = URL.parse(server)?.host ?? server
  return {
    ...{ id: host, name: host, type: 'openai', iconUrl: `${server}/favicon.svg`, urls: { website: server } },
    settings: { apiHost: server, apiKey: key, models: model === undefined ? [] : [{ modelId: model }] },
  }
}

/** As the applications want it that take JSON; letters that base64 knows nothing of are escaped. */
const encodedJson = (value: unknown): string =>
  encodeURIComponent(btoa(JSON.stringify(value).replace(/[^\x20-\x7e]/g, escaped)))

const escaped = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Addresses that would run in this page instead of leading to another. */
const running = ['javascript:', 'data:', 'blob:', 'vbscript:']
