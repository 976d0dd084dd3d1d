/**
 * Work that waits for one of a few places. Whoever asks for more than his share waits behind those who ask for little,
 * and is the one who is refused when too many wait.
 */
export type FairTurns = <Result>(askers: readonly string[], work: () => Promise<Result>) => Promise<Result>

/** A place in the line: the round in which it is its turn, if each asker has one turn a round. */
type Waiting = { round: number; askers: readonly string[]; begin: () => void; refuse: () => void }

type Parts = { atOnce: number; mostWaiting: number; refusal: () => Error }

/**
 * Several may ask for one piece of work, such as an address and an account: it has to wait for each of them, so that
 * neither one address with many accounts nor many addresses with one account get more turns than anybody else.
 */
export const createFairTurns = ({ atOnce, mostWaiting, refusal }: Parts): FairTurns => {
  const waiting: Waiting[] = []
  const nextRounds = new Map<string, number>()
  let round = 0
  let inside = 0

  const roundOf = (askers: readonly string[]) =>
    askers.reduce((latest, asker) => Math.max(latest, nextRounds.get(asker) ?? 0), round)

  const begin = (turn: Waiting) => {
    inside += 1
    round = turn.round
    turn.begin()
  }

  const beginNext = () => {
    inside -= 1
    const next = waiting.reduce<Waiting | undefined>(
      (first, turn) => (first === undefined || turn.round < first.round ? turn : first),
      undefined,
    )
    if (next !== undefined) {
      waiting.splice(waiting.indexOf(next), 1)
      begin(next)
    } else if (inside === 0) {
      nextRounds.clear()
      round = 0
    }
    for (const [asker, turn] of nextRounds) if (turn <= round) nextRounds.delete(asker)
  }

  /** Makes room for the turn by sending away the last in line; true when that is the turn itself. */
  const isLast = (turn: Waiting): boolean => {
    if (waiting.length < mostWaiting) return false
    const last = waiting.reduce((latest, each) => (each.round >= latest.round ? each : latest), turn)
    if (last === turn || last.round <= turn.round) return true
    waiting.splice(waiting.indexOf(last), 1)
    // What it did not get does not count.
    for (const asker of last.askers) if (nextRounds.get(asker) === last.round + 1) nextRounds.set(asker, last.round)
    last.refuse()
    return false
  }

  const take = (askers: readonly string[]) =>
    new Promise<void>((resolve, reject) => {
      const turn = { round: roundOf(askers), askers, begin: resolve, refuse: () => reject(refusal()) }
      if (inside >= atOnce && isLast(turn)) return turn.refuse()
      for (const asker of askers) nextRounds.set(asker, turn.round + 1)
      if (inside < atOnce) begin(turn)
      else waiting.push(turn)
    })

  return async (askers, work) => {
    await take(askers)
    try {
      return await work()
    } finally {
      beginNext()
    }
  }
}
