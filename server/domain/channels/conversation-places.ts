import { providerOf } from '#providers/index.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Channel } from './channel.ts'

/** Where a conversation is answered: each key has the upstream's cache for itself. */
type ConversationPlace = { channel: number; key: string }

/** A conversation by its digest, and where it was answered last. */
export type Conversation = { digest: number; last: ConversationPlace | undefined }

/** Where conversations were answered last: there the upstream's cache still holds what they repeat. */
export type ConversationPlaces = {
  /** Undefined: it was never answered, or so long ago that no cache holds it. */
  find: (digest: number) => ConversationPlace | undefined
  answered: (digest: number, channel: Channel, key: string) => void
}

/** `endsAt` is of the monotonic clock. */
type Remembered = ConversationPlace & { endsAt: number }

/** A hundred thousand are remembered at the most: those of the newer half, and as many before them. */
const mostInHalf = 50_000

/** Vendors that say how long they keep a prompt say so in their file; most do so for less than an hour. */
const usualMinutes = 60

export const createConversationPlaces = (clock: Clock): ConversationPlaces => {
  let newer = new Map<number, Remembered>()
  let older = new Map<number, Remembered>()

  const put = (digest: number, remembered: Remembered) => {
    if (newer.size >= mostInHalf && !newer.has(digest)) {
      older = newer
      newer = new Map()
    }
    newer.set(digest, remembered)
  }

  return {
    find: (digest) => {
      const found = newer.get(digest) ?? older.get(digest)
      return found !== undefined && found.endsAt > clock.monotonic() ? found : undefined
    },
    answered: (digest, channel, key) => {
      const endsAt = clock.monotonic() + (providerOf(channel.type).cacheMinutes ?? usualMinutes) * 60_000
      const known = newer.get(digest)
      if (known === undefined) return put(digest, { channel: channel.id, key, endsAt })
      known.channel = channel.id
      known.key = key
      known.endsAt = endsAt
    },
  }
}
