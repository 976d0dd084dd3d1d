import { randomKey } from '../lib/identifiers.ts'
import type { Signals } from '../lib/signals.ts'

type Change = {
  topic: string
  /** Follows a change, here or on another node. */
  apply: (id: number) => void
  /** Changes of other nodes may have gone unheard. */
  applyAll: () => void
}

/** Makes a change on this node known to all: the answer applies it here at once and tells the others. */
export const broadcast = (signals: Signals, { topic, apply, applyAll }: Change): ((id: number) => void) => {
  const node = randomKey(12)
  signals.subscribe(topic, (signal) => {
    if (signal.kind === 'missed') return applyAll()
    const [from, id] = signal.text.split(' ')
    if (from !== node) apply(Number(id))
  })
  return (id) => {
    apply(id)
    signals.publish(topic, `${node} ${id}`)
  }
}
