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
  answered: (digest: number, channel: Pick<Channel, 'id' | 'type'>, key: string) => void
}

/** `endsAt` is of the monotonic clock. */
type Remembered = ConversationPlace & { digest: number; endsAt: number }

/** Where so many are remembered, the half that was answered the longest ago is forgotten. */
const mostRemembered = 100_000

/** Vendors that say how long they keep a prompt say so in their file; most do so for less than an hour. */
const usualMinutes = 60

export const createConversationPlaces = (clock: Clock): ConversationPlaces => {
  /** Those answered last come last. */
  const places = new Map<number, Remembered>()

  const forgetHalf = () => {
    for (const drawer of places.keys()) {
      if (places.size <= mostRemembered / 2) return
      places.delete(drawer)
    }
  }

  return {
    find: (digest) => {
      const found = places.get(drawerOf(digest))
      return found?.digest === digest && found.endsAt > clock.monotonic() ? found : undefined
    },
    answered: (digest, channel, key) => {
      const endsAt = clock.monotonic() + (providerOf(channel.type).cacheMinutes ?? usualMinutes) * 60_000
      const drawer = drawerOf(digest)
      if (!places.delete(drawer) && places.size >= mostRemembered) forgetHalf()
      places.set(drawer, { digest, channel: channel.id, key, endsAt })
    },
  }
}

/**
 * A map finds small whole numbers several times as fast as large ones. Of two conversations in one drawer, which are a
 * few in a hundred thousand, the one that was answered last is remembered.
 */
const drawerOf = (digest: number): number => digest | 0
