import * as z from 'zod/mini'

const message = z.object({ kind: z.enum(['changed', 'asked', 'held']), key: z.string() })
type Message = z.output<typeof message>

/** A tab that is awake answers at once. */
const patience = 100

type Parts = {
  /** Whether this tab has what stands under a key for its own. */
  holds: (key: string) => boolean
  /** Another tab has changed it. */
  onChanged: (key: string) => void
}

/** What the tabs of a browser tell each other of drafts. */
export const createOtherTabs = ({ holds, onChanged }: Parts) => {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('playground-drafts') : undefined
  const say = (said: Message) => channel?.postMessage(said)
  const waiting = new Map<string, () => void>()
  channel?.addEventListener('message', ({ data }) => {
    const heard = message.safeParse(data)
    if (!heard.success) return
    const { kind, key } = heard.data
    if (kind === 'changed') onChanged(key)
    else if (kind === 'held') waiting.get(key)?.()
    else if (holds(key)) say({ kind: 'held', key })
  })
  return {
    tell: (key: string): void => void say({ kind: 'changed', key }),
    isHeld: (key: string): Promise<boolean> =>
      new Promise((resolve) => {
        const end = (isHeld: boolean) => {
          waiting.delete(key)
          resolve(isHeld)
        }
        waiting.set(key, () => end(true))
        setTimeout(() => end(false), patience)
        say({ kind: 'asked', key })
      }),
  }
}
