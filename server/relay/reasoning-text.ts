import type { ChatEvent } from '#protocols/chat.ts'

type State = 'before' | 'thinking' | 'after'

/** Tells the reasoning as part of the text, between `<think>` marks, for clients that know no other place for it. */
export const reasoningAsText = (): ((events: readonly ChatEvent[]) => ChatEvent[]) => {
  const states = new Map<number, State>()

  const close = (choice: number): ChatEvent[] => {
    if (states.get(choice) !== 'thinking') return []
    states.set(choice, 'after')
    return [{ type: 'text', choice, text: '\n</think>\n' }]
  }

  const change = (event: ChatEvent): ChatEvent[] => {
    switch (event.type) {
      case 'start':
      case 'usage':
      case 'error':
        return [event]
      case 'reasoning': {
        const opening = states.get(event.choice) === 'thinking' ? '' : '<think>\n'
        states.set(event.choice, 'thinking')
        return [{ type: 'text', choice: event.choice, text: opening + event.text }]
      }
      case 'reasoning_signature':
      case 'redacted_reasoning':
        return []
      default:
        return [...close(event.choice), event]
    }
  }

  return (events) => events.flatMap(change)
}
