import { BodyRefused } from './body-refused.ts'

/**
 * What bodies of requests may take in memory at once, from the moment they are announced to the end of their call. The
 * bodies of one owner are kept from filling it alone.
 */
export type BodyBudget = { enter: (owner: number) => BodyShare }

/** What one body has taken. */
export type BodyShare = {
  /** More of it; a promise where it has to be waited for. Throws or rejects with `BodyRefused` where that took too long. */
  take: (bytes: number) => void | Promise<void>
  giveBack: (bytes: number) => void
  /** All of it. */
  release: () => void
}

export type BodyBudgetLimits = { mostInAll: number; mostOfOne: number; patienceMs: number }

type Waiter = { owner: number; own: number; bytes: number; go: () => void }

export const createBodyBudget = ({ mostInAll, mostOfOne, patienceMs }: BodyBudgetLimits): BodyBudget => {
  const taken = new Map<number, number>()
  let inAll = 0
  const waiting: Waiter[] = []

  const of = (owner: number): number => taken.get(owner) ?? 0
  // A single body has room in any case: its own limit is another matter.
  const fits = (owner: number, own: number, bytes: number): boolean =>
    (of(owner) === own || of(owner) + bytes <= mostOfOne) && (inAll === own || inAll + bytes <= mostInAll)

  const change = (owner: number, bytes: number) => {
    inAll += bytes
    const left = of(owner) + bytes
    if (left > 0) taken.set(owner, left)
    else taken.delete(owner)
  }

  /** First come, first served, where what there is suffices; one owner's waiting keeps nobody else waiting. */
  const serve = () => {
    for (const waiter of waiting.slice()) if (fits(waiter.owner, waiter.own, waiter.bytes)) waiter.go()
  }

  const wait = (owner: number, own: number, bytes: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        waiting.splice(waiting.indexOf(waiter), 1)
      }
      const waiter: Waiter = {
        owner,
        own,
        bytes,
        go: () => {
          leave()
          change(owner, bytes)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        leave()
        reject(new BodyRefused(of(owner) + bytes > mostOfOne ? 'too_many_of_one' : 'too_many'))
      }, patienceMs)
      waiting.push(waiter)
    })

  return {
    enter: (owner) => {
      let own = 0
      let isOver = false
      return {
        take: (bytes) => {
          if (fits(owner, own, bytes)) {
            own += bytes
            change(owner, bytes)
            return
          }
          return wait(owner, own, bytes).then(() => {
            if (isOver) {
              change(owner, -bytes)
              serve()
            } else own += bytes
          })
        },
        giveBack: (bytes) => {
          own -= bytes
          change(owner, -bytes)
          serve()
        },
        release: () => {
          isOver = true
          if (own === 0) return
          change(owner, -own)
          own = 0
          serve()
        },
      }
    },
  }
}
