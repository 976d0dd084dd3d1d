import { createStore } from './store.ts'

/** Milliseconds. A difference of seconds may be the way that the answer took. */
const tolerated = 30_000

/** By how much the server's clock is ahead of this computer's. All times that pages tell come from the server. */
export const aheadStore = createStore(0)

/** The time by the server's clock, in milliseconds: what has just happened there is not to come, nor hours ago. */
export const serverTime = (): number => Date.now() + aheadStore.get()

export const serverSeconds = (): number => Math.floor(serverTime() / 1000)

/** What an answer tells of it. One that took long tells little: the computer may have slept meanwhile. */
export const learnServerTime = (answer: Response, askedAt: number): void => {
  const now = Date.now()
  const ahead = Date.parse(answer.headers.get('date') ?? '') - now
  if (Number.isNaN(ahead) || Math.abs(now - askedAt) > tolerated) return
  aheadStore.set(Math.abs(ahead) > tolerated ? ahead : 0)
}
