import { queryObjects } from 'node:v8'

/** How many objects of a class this process still has a use for. */
export const keptOf = (kind: abstract new (...words: never[]) => object): number => {
  queryObjects(kind, { format: 'count' })
  // What the first collection called to tell of its end is gone in the second.
  return queryObjects(kind, { format: 'count' })
}

/** How many there are of each thing that keeps a process busy: connections, timers, files. */
export const busyThings = (): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const name of process.getActiveResourcesInfo()) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
