import { GoogleGenAI, type LiveConnectConfig, type LiveServerMessage, type Session } from '@google/genai'

/** The official client of live sessions: it keeps what it hears. */
export type LiveClient = {
  session: Session
  messages: LiveServerMessage[]
  /** The next message that fits and was not asked for yet. */
  next: (fits: (message: LiveServerMessage) => unknown) => Promise<LiveServerMessage>
  closed: Promise<{ code: number; reason: string }>
}

export type LiveWish = { url: string; key: string; model: string; config?: LiveConnectConfig; version?: string }

/** Resolves when the session is set up; else rejects with what the client makes of the close. */
export const openLive = async ({ url, key, model, config = {}, version }: LiveWish): Promise<LiveClient> => {
  const messages: LiveServerMessage[] = []
  let asked = 0
  let look = () => {}
  let end = (_: { code: number; reason: string }) => {}
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    end = resolve
  })
  const httpOptions = { baseUrl: url, ...(version === undefined ? {} : { apiVersion: version }) }
  const session = await new GoogleGenAI({ apiKey: key, httpOptions }).live.connect({
    model,
    config,
    callbacks: {
      onmessage: (message) => {
        messages.push(message)
        look()
      },
      onclose: ({ code, reason }) => end({ code, reason }),
    },
  })
  const next: LiveClient['next'] = (fits) =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`nothing of it in ${JSON.stringify(messages.slice(-5))}`)), 20_000)
      look = () => {
        while (asked < messages.length) {
          const message = messages[asked]
          asked += 1
          if (message === undefined || !fits(message)) continue
          clearTimeout(late)
          look = () => {}
          resolve(message)
          return
        }
      }
      look()
    })
  return { session, messages, next, closed }
}

export const isTurnOver = ({ serverContent }: LiveServerMessage): boolean => serverContent?.turnComplete === true
