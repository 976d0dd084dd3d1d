import { randomKey } from '../lib/identifiers.ts'
import type { Log } from '../lib/log.ts'
import { createRepeating, type Ids } from '../lib/repeating.ts'
import type { Signals } from '../lib/signals.ts'

type Change = {
  topic: string
  /**
   * Follows changes, here or on another node; without ids any may have changed. Where it fails it is done again until it
   * goes well, so it may come more than once for one change.
   */
  follow: (ids: Ids) => Promise<void> | void
}

/**
 * The one way by which what is kept in memory follows changes. The answer makes a change on this node known to all: it
 * is followed here at once, and the others are told. Resolves when it is followed here; where it rejects, it will be.
 */
export const broadcast = (
  { signals, log }: { signals: Signals; log: Log },
  { topic, follow }: Change,
): ((ids: readonly number[]) => Promise<void>) => {
  const node = randomKey(12)
  const obey = createRepeating({
    work: follow,
    isOver: () => !signals.isOpen(),
    failed: (error) => log.error('a change could not be followed yet', { topic, error }),
  })
  signals.subscribe(topic, (signal) => {
    const told = signal.kind === 'missed' ? undefined : readChange(signal.text)
    // It is tried again, and the log was told.
    if (told?.from !== node) obey(told?.ids).catch(() => {})
  })
  return (ids) => {
    const followed = obey(ids)
    signals.publish(topic, changeText(node, ids))
    return followed
  }
}

/** What is said of a change on its topic. */
export const changeText = (from: string, ids: readonly number[]): string => `${from} ${ids.join(' ')}`

const readChange = (text: string): { from: string; ids: number[] } => {
  const [from = '', ...ids] = text.split(' ')
  return { from, ids: ids.map(Number) }
}
