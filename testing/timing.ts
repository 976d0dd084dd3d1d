/** What work comes to, and the milliseconds of a processor it takes: a busy machine comes to it later, and takes no more. */
export const processorTime = async <Result>(
  work: () => Result,
): Promise<{ result: Awaited<Result>; milliseconds: number }> => {
  const begun = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(begun)
  return { result, milliseconds: (user + system) / 1000 }
}

/**
 * How many times as much of a processor a work takes as a plain one: the least of some turns of each, since what else
 * the process does meets some of them.
 */
export const timesAsMuch = async (work: () => unknown, plain: () => unknown, turns = 5): Promise<number> => {
  const times = await measureInTurns(['work', 'plain'], turns, async (kind) => (kind === 'work' ? work() : plain()))
  return Math.min(...times.work) / Math.max(leastTold, Math.min(...times.plain))
}

/** Milliseconds: of less a count of processor time says little. */
const leastTold = 0.05

/** The usual of them: half are smaller. */
export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

/** What is usual among them, without the tenth on either side that a busy machine makes of whatever is measured. */
export const trimmedMean = (values: readonly number[]): number => {
  const cut = Math.floor(values.length / 10)
  const kept = values.toSorted((one, other) => one - other).slice(cut, values.length - cut)
  return kept.reduce((sum, value) => sum + value, 0) / kept.length
}

/**
 * Measures all kinds of work once in every round, each round in another order, so that what else the process does
 * meets all of them alike. Answers the milliseconds of a processor by kind and by round.
 */
export const measureInTurns = async <Kind extends string>(
  kinds: readonly Kind[],
  rounds: number,
  work: (kind: Kind, round: number) => Promise<unknown>,
): Promise<Record<Kind, number[]>> => {
  const times = new Map(kinds.map((kind): [Kind, number[]] => [kind, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of shuffled(kinds)) {
      const { milliseconds } = await processorTime(() => work(kind, round))
      times.get(kind)?.push(milliseconds)
    }
  }
  // seam: every kind was entered above
  return Object.fromEntries(times) as Record<Kind, number[]>
}

/**
 * How far times rise or fall with the order of their kinds, by Page's test on the ranks within each round: as many
 * standard deviations from no trend at all. Slow rounds count no more than others.
 */
export const trend = (times: readonly (readonly number[])[]): number => {
  const rounds = times[0]?.length ?? 0
  const kinds = times.length
  let sum = 0
  for (let round = 0; round < rounds; round += 1) {
    const ofRound = times.map((ofKind) => ofKind[round] ?? 0)
    sum += correlation(ofRound.map((time) => ofRound.filter((other) => other < time).length))
  }
  return (sum / Math.sqrt(rounds)) * Math.sqrt(kinds - 1)
}

/** Of ranks from zero with their places. */
const correlation = (ranks: readonly number[]): number => {
  const middle = (ranks.length - 1) / 2
  const spread = ranks.reduce((sum, _rank, place) => sum + (place - middle) ** 2, 0)
  return ranks.reduce((sum, rank, place) => sum + (place - middle) * (rank - middle), 0) / spread
}

const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item): [number, Item] => [Math.random(), item])
    .sort(([one], [other]) => one - other)
    .map(([, item]) => item)

/** As where others have the processor: nothing is heard, and time passes. */
export const beKeptWaiting = (milliseconds: number): void => {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}
