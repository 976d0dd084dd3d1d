import { BodyRefused } from '../body-refused.ts'

/**
 * What bodies of requests may take in memory at once, from their first bytes to the end of their call. The bodies of one
 * owner are kept from filling it alone. Bodies that have begun may come to wait for each other: whoever waits for too
 * long is refused, and the others go on in the room that he gives back.
 */
export type BodyBudget = {
  enter: (owner: number) => BodyShare
  /** What is taken of it. */
  taken: () => number
}

/** What one body has taken. */
export type BodyShare = {
  /**
   * More of it; a promise where it has to be waited for, and then for `whenWaited`: who has to wait does so for a good
   * stretch. Tells how much it became, or rejects with `BodyRefused`.
   */
  take: (bytes: number, whenWaited?: number) => number | Promise<number>
  giveBack: (bytes: number) => void
  /** All of it. */
  release: () => void
}

export type BodyBudgetLimits = { mostInAll: number; mostOfOne: number; patienceMs: number }

type Share = { owner: number; taken: number }
type Waiter = { share: Share; bytes: number; go: () => void; leave: () => void }

export const createBodyBudget = ({ mostInAll, mostOfOne, patienceMs }: BodyBudgetLimits): BodyBudget => {
  const byOwner = new Map<number, number>()
  let inAll = 0
  const waiting: Waiter[] = []

  const of = (owner: number): number => byOwner.get(owner) ?? 0
  // A single body has room in any case: its own limit is another matter.
  const fits = ({ owner, taken }: Share, bytes: number): boolean =>
    (of(owner) === taken || of(owner) + bytes <= mostOfOne) && (inAll === taken || inAll + bytes <= mostInAll)

  const change = (share: Share, bytes: number) => {
    share.taken += bytes
    inAll += bytes
    const left = of(share.owner) + bytes
    if (left > 0) byOwner.set(share.owner, left)
    else byOwner.delete(share.owner)
  }

  /** First come, first served, where what there is suffices; one owner's waiting keeps nobody else waiting. */
  const serve = () => {
    for (const waiter of waiting.slice()) if (fits(waiter.share, waiter.bytes)) waiter.go()
  }

  const wait = (share: Share, bytes: number, begins: (waiter: Waiter) => void): Promise<number> =>
    new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        const place = waiting.indexOf(waiter)
        if (place >= 0) waiting.splice(place, 1)
      }
      const go = () => {
        leave()
        change(share, bytes)
        resolve(bytes)
      }
      const waiter = { share, bytes, go, leave }
      const timer = setTimeout(() => {
        leave()
        reject(new BodyRefused(of(share.owner) + bytes > mostOfOne ? 'too_many_of_one' : 'too_many'))
      }, patienceMs)
      waiting.push(waiter)
      begins(waiter)
    })

  return {
    taken: () => inAll,
    enter: (owner) => {
      const share = { owner, taken: 0 }
      let waiter: Waiter | undefined
      let isOver = false
      return {
        take: (bytes, whenWaited = bytes) => {
          // What its client sent before it left may be heard of afterwards.
          if (isOver) return bytes
          if (!fits(share, bytes)) {
            return wait(share, whenWaited, (begun) => {
              waiter = begun
            })
          }
          change(share, bytes)
          return bytes
        },
        giveBack: (bytes) => {
          change(share, -bytes)
          serve()
        },
        release: () => {
          isOver = true
          waiter?.leave()
          if (share.taken === 0) return
          change(share, -share.taken)
          serve()
        },
      }
    },
  }
}
