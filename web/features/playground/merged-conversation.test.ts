import { describe, expect, it } from 'vitest'
import { newAnswer } from './answer-events.ts'
import { type Answer, addTurn, type Conversation, pathOf, withAnswer } from './conversation.ts'
import { readConversation } from './kept-conversations.ts'
import { mergedConversation } from './merged-conversation.ts'
import { newConversation } from './new-conversation.ts'

const fresh = newConversation(7)
const [side = ''] = fresh.sides.map(({ id }) => id)
const ask = (whole: Conversation, id: string): Conversation =>
  addTurn(whole, {
    id,
    parent: pathOf(whole).at(-1)?.id ?? null,
    question: { kind: 'text', text: id, files: [] },
    answers: {},
  })
const answered = (whole: Conversation, id: string, answer: Partial<Answer>) =>
  withAnswer(whole, id, side, { ...newAnswer('first', 1), ...answer })
const answerOf = (whole: Conversation, id: string) => whole.turns.find((turn) => turn.id === id)?.answers[side]

describe('Two tabs in which one conversation is open', () => {
  const begun = ask(fresh, 'begun')

  it('lose no turn of either, whichever keeps last', () => {
    const [one, other] = [ask(ask(begun, 'mine'), 'mine too'), ask(begun, 'theirs')]
    for (const [kept, own] of [
      [one, other],
      [other, one],
    ] as const) {
      const merged = mergedConversation(kept, own)
      expect(merged.turns.map(({ id }) => id).toSorted()).toEqual(['begun', 'mine', 'mine too', 'theirs'])
      expect(readConversation(merged)).toEqual(merged)
      // Each goes on where it was.
      expect(pathOf(merged)).toEqual(pathOf(own))
    }
  })

  it('keep the answer of the one in which it ended', () => {
    const running = answered(begun, 'begun', { state: 'incomplete', text: 'Hel' })
    const complete = answered(begun, 'begun', { state: 'complete', text: 'Hello', endedAt: 9 })
    const stopped = readConversation(running) ?? running
    expect(answerOf(mergedConversation(complete, stopped), 'begun')?.text).toBe('Hello')
    expect(answerOf(mergedConversation(stopped, complete), 'begun')?.text).toBe('Hello')
    // What it cost is known later.
    const paid = answered(complete, 'begun', { state: 'complete', text: 'Hello', endedAt: 9, cost: 5 })
    expect(answerOf(mergedConversation(complete, paid), 'begun')?.cost).toBe(5)
  })
})
