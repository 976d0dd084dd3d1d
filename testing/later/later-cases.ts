/** Where a batch is done: by an upstream it is passed on to, or by the gateway itself. */
type DoneBy = 'passed' | 'here'

/** What clients are asked to do with work that is finished later. */
export type LaterFeature = { id: string; label: string; upstreams: readonly DoneBy[]; expected: unknown }

const passed: readonly DoneBy[] = ['passed']
const both: readonly DoneBy[] = ['passed', 'here']
const twoLines = ['one', 'two']

export const laterFeatures: readonly LaterFeature[] = [
  {
    id: 'files',
    label: 'a file is uploaded, told of, listed, and deleted',
    upstreams: both,
    expected: { isListed: true, deleted: true, after: 404 },
  },
  {
    id: 'batch',
    label: 'a batch is created, polled, listed, and its results are read',
    upstreams: both,
    expected: { begun: true, isListed: true, isOver: true, answered: twoLines },
  },
  {
    id: 'batchOfFile',
    label: 'the same with its calls in a file',
    upstreams: passed,
    expected: { begun: true, isListed: true, isOver: true, answered: twoLines },
  },
  {
    id: 'cancelled',
    label: 'another is cancelled, and comes to its end',
    upstreams: both,
    expected: { isCancelled: true },
  },
  {
    id: 'film',
    label: 'a film is created, polled, and read',
    upstreams: passed,
    expected: { begun: true, isOver: true, bytes: 1000 },
  },
  {
    id: 'films',
    label: 'a film is listed, remade, and deleted',
    upstreams: passed,
    expected: { isListed: true, remixedFrom: true, deleted: true, after: 404 },
  },
]

/** All cases but those that a client cannot be given: a feature, or a feature at one of the two. */
export const laterCasesWithout = (cannot: Readonly<Record<string, string>>) =>
  laterFeatures.flatMap(({ id, upstreams }) =>
    upstreams
      .filter((upstream) => cannot[id] === undefined && cannot[`${id}/${upstream}`] === undefined)
      .map((upstream) => ({ feature: id, does: id, upstream, model: upstream })),
  )
