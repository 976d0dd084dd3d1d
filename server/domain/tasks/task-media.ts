import { type Clock, nowSeconds } from '../../lib/clock.ts'
import { digests } from '../../lib/digests.ts'
import type { Vault } from '../../lib/vault.ts'

/** One of the things a task has made, by its place among them. */
type Made = { id: number; place: number }

/** Addresses of our own under which whoever has one sees a task's pictures, sounds and films, for a while. */
export type TaskMedia = {
  /** The query of such an address. */
  sign: (made: Made) => string
  /** Which it means; undefined where it was not signed here, or too long ago. */
  read: (query: URLSearchParams) => Made | undefined
  /** What an upstream has to show when it tells of a channel's tasks. */
  noticeKey: (channelId: number) => string
  isNoticeKey: (channelId: number, key: string) => boolean
}

/** An address stays the same for so long, so that what it leads to can be kept by a browser. */
const sameForSeconds = 3600

export const createTaskMedia = ({ vault, clock }: { vault: Vault; clock: Clock }): TaskMedia => {
  const mark = (id: number, place: number, expires: number) => vault.fingerprint(`task media ${id} ${place} ${expires}`)
  const noticeKey = (channelId: number) => vault.fingerprint(`task notice ${channelId}`)
  return {
    sign: ({ id, place }) => {
      const hour = Math.floor(nowSeconds(clock) / sameForSeconds)
      const expires = (hour + 2) * sameForSeconds
      return `task=${id}&place=${place}&expires=${expires}&signature=${mark(id, place, expires)}`
    },
    read: (query) => {
      const [id, place, expires] = ['task', 'place', 'expires'].map((name) => numberAt(query, name))
      if (id === undefined || place === undefined || expires === undefined) return undefined
      if (expires < nowSeconds(clock)) return undefined
      return digests.isSame(query.get('signature') ?? '', mark(id, place, expires)) ? { id, place } : undefined
    },
    noticeKey,
    isNoticeKey: (channelId, key) => digests.isSame(key, noticeKey(channelId)),
  }
}

const numberAt = (query: URLSearchParams, name: string): number | undefined => {
  const text = query.get(name) ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
