/** What is taken at a time while a body comes. */
const step = 64 * 1024

/** Where a body comes from. */
type Source = { pause: () => void; resume: () => void; refuse: (reason: unknown) => void }

export type BodyIntake = {
  /** So much of the body is there. */
  came: (received: number) => void
  /** Room that is waited for; what comes meanwhile stays in the network. */
  waiting: () => Promise<void> | undefined
}

/**
 * Takes room for a body as it comes, so that what is only announced takes none. Whoever has to wait waits for as much
 * again as has come: of many that grow together some are soon whole, instead of all a little larger.
 */
export const createBodyIntake = (room: BodyRoom, announced: number | undefined, source: Source): BodyIntake => {
  let taken = 0
  let received = 0
  let waiting: Promise<void> | undefined

  const takeMore = (): void => {
    const left = announced === undefined ? Number.POSITIVE_INFINITY : announced - taken
    const more = Math.min(left, Math.max(step, received - taken))
    const taking = room.take(more, Math.min(left, Math.max(more, received)))
    if (typeof taking === 'number') {
      taken += taking
      return
    }
    source.pause()
    waiting = taking.then(
      (bytes) => {
        waiting = undefined
        taken += bytes
        source.resume()
        if (received > taken) takeMore()
      },
      (reason: unknown) => {
        waiting = undefined
        source.refuse(reason)
      },
    )
  }

  return {
    came: (bytes) => {
      received = bytes
      if (received > taken && waiting === undefined) takeMore()
    },
    waiting: () => waiting,
  }
}

/** Where a body asks for memory before it takes any; rejects where there is none for it. */
export type BodyRoom = {
  /** So much is announced, which takes nothing yet; a promise where it has to be seen who is to get it. */
  expect: (bytes: number) => Promise<void> | undefined
  /** Tells how much was taken: `whenWaited` where it had to be waited for. */
  take: (bytes: number, whenWaited?: number) => number | Promise<number>
  giveBack: (bytes: number) => void
}
